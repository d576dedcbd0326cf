import { solanaValidatorPerformance } from "../../../schemas/solana/records.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { validatorPath } from "../../solana/addresses.ts";
import { solana as chain, weightV1 as weight } from "../../solana/chain.ts";
import { listed, listQuery, listSettles, listValues } from "../../solana/performance.ts";
import { voteAccountOf } from "../../solana/subjects.ts";

const tag = "Solana validators (v1)";

export const solanaValidatorPerformanceV1 = defineEndpoint({
  operation: "solanaValidatorPerformance",
  method: "get",
  path: "/v1/solana/validators/{validator_id}/performance",
  tag,
  chain,
  summary: "Performance of one validator: leading, voting, and both together",
  kind: "list",
  params: validatorPath,
  query: listQuery,
  ...listed(solanaValidatorPerformance, {
    day: { sql: "v1/solana/validator_performance_day.sql" },
    interval: { sql: "v1/solana/validator_performance_interval.sql" },
  }),
  prepare: async ({ params, query, network }, services) => ({
    values: {
      network,
      voteAccount: await voteAccountOf(services, network, params.validator_id),
      ...listValues(query),
    },
  }),
  weight,
  settles: listSettles,
});

export const solanaVotePerformance = defineEndpoint({
  operation: "solanaVotePerformance",
  method: "get",
  path: "/v1/solana/validators/{validator_id}/votePerformance",
  tag,
  summary: "Votes of one validator",
  kind: "gone",
  message: "Votes are not on chain under Alpenglow: this endpoint was retired on 2026-08-19",
});
