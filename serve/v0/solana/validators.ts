import { z } from "zod";
import { choice, sortOrder } from "../../../schemas/request.ts";
import {
  solanaLeaderboardEntry,
  solanaValidatorMetadata,
  solanaValidatorSummary,
} from "../../../schemas/solana/validatorRecords.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { stakeAuthorityAddress, validatorPath } from "../../solana/addresses.ts";
import { solana as chain, weightV0 as weight } from "../../solana/chain.ts";
import { rankedQuery, windowField, windowOf } from "../../solana/query.ts";
import { voteAccountOf } from "../../solana/subjects.ts";

const tag = "Solana validators (v0)";

export const solanaLeaderboard = defineEndpoint({
  operation: "solanaLeaderboard",
  method: "get",
  path: "/v0/solana/validators/leaderboard",
  tag,
  chain,
  summary: "The 200 most effective validators with stake",
  kind: "array",
  params: z.object({}),
  query: z.object({ window: windowField }),
  answer: { row: solanaLeaderboardEntry, sql: "v0/solana/leaderboard.sql" },
  prepare: async ({ query, network }) => ({
    values: { network, voteAccount: null, ...windowOf(query.window) },
  }),
  weight,
});

export const solanaValidator = defineEndpoint({
  operation: "solanaValidator",
  method: "get",
  path: "/v0/solana/validators/{validator_id}",
  tag,
  chain,
  summary: "Metadata of one validator",
  kind: "one",
  params: validatorPath,
  query: z.object({}),
  answer: { row: solanaValidatorMetadata, sql: "v0/solana/validator.sql" },
  prepare: async ({ params, network }, services) => ({
    values: { network, voteAccount: await voteAccountOf(services, network, params.validator_id) },
  }),
  weight,
});

export const solanaValidators = defineEndpoint({
  operation: "solanaValidators",
  method: "get",
  path: "/v0/solana/validators",
  tag,
  chain,
  summary: "Summaries of validators over a window of days",
  description: "Validators without the value that they are sorted by come last.",
  kind: "page",
  params: z.object({}),
  query: z.object({
    ...rankedQuery,
    stakeAuthority: stakeAuthorityAddress
      .optional()
      .describe("Only validators that this stake authority delegates to"),
    sortBy: choice(["networkPenetration", "effectiveness", "delegatorApy", "validatorApy", "voteLatency"])
      .default("networkPenetration")
      .describe("Field of the record to sort by"),
    sortOrder: sortOrder.default("desc"),
  }),
  answer: { row: solanaValidatorSummary, sql: "v0/solana/validators.sql", cursor: { field: "from" } },
  pageFields: ["from", "size"],
  prepare: async ({ query, network }) => ({
    values: {
      network,
      voteAccount: null,
      stakeAuthority: query.stakeAuthority ?? null,
      ...windowOf(query.window),
      sortBy: query.sortBy,
      sortOrder: query.sortOrder,
      size: query.size,
      offset: query.from,
    },
  }),
  weight,
});

export const solanaSummary = defineEndpoint({
  operation: "solanaValidatorSummary",
  method: "get",
  path: "/v0/solana/validators/{validator_id}/summary",
  tag,
  chain,
  summary: "Summary of one validator over a window of days",
  kind: "one",
  params: validatorPath,
  query: z.object({ window: windowField }),
  answer: { row: solanaValidatorSummary, sql: "v0/solana/validator_summary.sql" },
  prepare: async ({ params, query, network }, services) => ({
    values: {
      network,
      voteAccount: await voteAccountOf(services, network, params.validator_id),
      stakeAuthority: null,
      ...windowOf(query.window),
    },
  }),
  weight,
});
