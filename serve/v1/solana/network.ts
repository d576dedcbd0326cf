import { z } from "zod";
import { limitPaging } from "../../../schemas/request.ts";
import { solanaNetworkEffectiveness, solanaNetworkOverview } from "../../../schemas/solana/records.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { solana as chain, weightV1 as weight } from "../../solana/chain.ts";
import { listed, listQuery, listSettles, listValues } from "../../solana/performance.ts";

const tag = "Solana network (v1)";

export const solanaNetworkEffectivenessV1 = defineEndpoint({
  operation: "solanaNetworkEffectiveness",
  method: "get",
  path: "/v1/solana/network/effectiveness",
  tag,
  chain,
  summary: "Performance of all validators together",
  kind: "list",
  params: z.object({}),
  query: listQuery,
  ...listed(solanaNetworkEffectiveness, {
    day: { sql: "v1/solana/network_effectiveness_day.sql" },
    interval: { sql: "v1/solana/network_effectiveness_interval.sql" },
  }),
  prepare: async ({ query, network }) => ({ values: { network, ...listValues(query) } }),
  weight,
  settles: listSettles,
});

export const solanaNetworkOverviewV1 = defineEndpoint({
  operation: "solanaNetworkOverview",
  method: "get",
  path: "/v1/solana/network/overview",
  tag,
  chain,
  summary: "The network over 1, 7 and 30 days, and over all of them",
  kind: "list",
  params: z.object({}),
  query: z.object(limitPaging),
  answer: { row: solanaNetworkOverview, sql: "v1/solana/network_overview.sql" },
  prepare: async ({ query, network }) => ({
    values: { network, ...query },
  }),
  weight,
});

export const solanaGeolocationLatency = defineEndpoint({
  operation: "solanaGeolocationLatency",
  method: "get",
  path: "/v1/solana/network/geolocation/latency",
  tag,
  summary: "Latency of votes by place",
  kind: "gone",
  message: "Votes are not on chain under Alpenglow: this endpoint was retired on 2026-08-19",
});
