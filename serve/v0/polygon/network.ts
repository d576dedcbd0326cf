import { z } from "zod";
import { polygonNetworkOverview } from "../../../schemas/polygon/records.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { polygon as chain, deprecated, weight } from "../../polygon/chain.ts";

export const polygonOverview = defineEndpoint({
  operation: "polygonNetworkOverview",
  method: "get",
  path: "/v0/polygon/network/overview",
  tag: "Polygon network (v0)",
  chain,
  deprecated,
  summary: "The network over 1, 7 and 30 days, and over all of them",
  kind: "array",
  params: z.object({}),
  query: z.object({}),
  answer: { row: polygonNetworkOverview, sql: "v0/polygon/network_overview.sql" },
  prepare: async ({ network }) => ({ values: { network } }),
  weight,
});
