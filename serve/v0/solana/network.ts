import { z } from "zod";
import { pageSize } from "../../../schemas/request.ts";
import { solanaNetworkEffectiveness, solanaNetworkOverview } from "../../../schemas/solana/records.ts";
import { solanaValidatorDistributions } from "../../../schemas/solana/validatorRecords.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { solana as chain, weightV0 as weight } from "../../solana/chain.ts";
import { pagesBack } from "../../solana/performance.ts";
import { granularityField, newestOf, newestPeriod, oldestOpen } from "../../solana/query.ts";

const tag = "Solana network (v0)";

export const solanaNetworkOverviewV0 = defineEndpoint({
  operation: "solanaNetworkOverviewV0",
  method: "get",
  path: "/v0/solana/network/overview",
  tag,
  chain,
  summary: "The network over 1, 7 and 30 days, and over all of them",
  kind: "array",
  params: z.object({}),
  query: z.object({}),
  answer: { row: solanaNetworkOverview, sql: "v0/solana/network_overview.sql" },
  prepare: async ({ network }) => ({ values: { network, sortOrder: "asc" } }),
  weight,
});

export const solanaDistributions = defineEndpoint({
  operation: "solanaValidatorDistributions",
  method: "get",
  path: "/v0/solana/network/validatorDistributions",
  tag,
  chain,
  summary: "How stake is spread over validators: Gini and Nakamoto coefficient, stake, software, commission",
  kind: "one",
  params: z.object({}),
  query: z.object({}),
  answer: { row: solanaValidatorDistributions, sql: "v0/solana/validator_distributions.sql" },
  prepare: async ({ network }) => ({ values: { network } }),
  weight,
});

export const solanaNetworkEffectivenessV0 = defineEndpoint({
  operation: "solanaNetworkEffectivenessV0",
  method: "get",
  path: "/v0/solana/network/effectiveness",
  tag,
  chain,
  summary: "Performance of all validators together, newest first",
  kind: "page",
  params: z.object({}),
  query: z.object({ from: newestPeriod, granularity: granularityField, size: pageSize(15) }),
  ...pagesBack(solanaNetworkEffectiveness, {
    day: { sql: "v0/solana/network_effectiveness_day.sql", count: "lookup/solana/network_day_count.sql" },
    interval: {
      sql: "v0/solana/network_effectiveness_interval.sql",
      count: "lookup/solana/network_interval_count.sql",
    },
  }),
  pageFields: ["from", "size", "granularity"],
  prepare: async ({ query, network }) => ({
    values: { network, ...oldestOpen, ...newestOf(query.from), size: query.size },
  }),
  weight,
  settles: { boundedBy: ["from"] },
});
