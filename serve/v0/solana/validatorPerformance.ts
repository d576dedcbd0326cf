import { z } from "zod";
import { pageSize } from "../../../schemas/request.ts";
import { solanaValidatorPerformance } from "../../../schemas/solana/records.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { validatorPath } from "../../solana/addresses.ts";
import { solana as chain, weightV0 as weight } from "../../solana/chain.ts";
import { pagesBack } from "../../solana/performance.ts";
import { granularityField, newestOf, newestPeriod, oldestOpen } from "../../solana/query.ts";
import { voteAccountOf } from "../../solana/subjects.ts";

const tag = "Solana validators (v0)";

export const solanaValidatorPerformanceV0 = defineEndpoint({
  operation: "solanaValidatorPerformanceV0",
  method: "get",
  path: "/v0/solana/validators/{validator_id}/performance",
  tag,
  chain,
  summary: "Performance of one validator, newest first",
  kind: "page",
  params: validatorPath,
  query: z.object({ from: newestPeriod, granularity: granularityField, size: pageSize(15) }),
  ...pagesBack(solanaValidatorPerformance, {
    day: { sql: "v0/solana/validator_performance_day.sql", count: "lookup/solana/validator_day_count.sql" },
    interval: {
      sql: "v0/solana/validator_performance_interval.sql",
      count: "lookup/solana/validator_interval_count.sql",
    },
  }),
  pageFields: ["from", "size", "granularity"],
  prepare: async ({ params, query, network }, services) => ({
    values: {
      network,
      voteAccount: await voteAccountOf(services, network, params.validator_id),
      ...oldestOpen,
      ...newestOf(query.from),
      size: query.size,
    },
  }),
  weight,
  settles: { boundedBy: ["from"] },
});

export const solanaValidatorLatency = defineEndpoint({
  operation: "solanaValidatorLatency",
  method: "get",
  path: "/v0/solana/validators/{validator_id}/performance/latency",
  tag,
  summary: "Latency of one validator's votes",
  kind: "gone",
  message: "Votes are not on chain under Alpenglow: this endpoint was retired on 2026-08-19",
});
