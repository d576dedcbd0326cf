/** Locations of the network's peers, with their sample. */
import { z } from "zod";
import { geographicalDistribution, hostDistribution } from "../../../schemas/eth/peerRecords.ts";
import { limitPaging } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { byCountry, byHost, distributionType, peersCounted } from "../../eth/peers.ts";

const query = z.object({ ...limitPaging, distributionType });
const shared = {
  method: "get",
  tag: "Ethereum network (v1)",
  chain,
  description: peersCounted,
  kind: "list",
  params: z.object({}),
  query,
  weight: { bytes: 8, row: 10 },
  beta: true,
} as const;

const geographicalDistributions = defineEndpoint({
  ...shared,
  operation: "geographicalDistributions",
  path: "/v1/eth/geographicalDistributions",
  summary: "Shares of validators by country, largest first",
  answer: { row: geographicalDistribution, sql: "v1/eth/geographical_distributions.sql" },
  prepare: ({ query: filters, network }) =>
    Promise.resolve({ values: { network, ...filters, ...byCountry } }),
});

const hostDistributions = defineEndpoint({
  ...shared,
  operation: "hostDistributions",
  path: "/v1/eth/hostDistributions",
  summary: "Shares of validators by hosting provider, largest first",
  answer: { row: hostDistribution, sql: "v1/eth/host_distributions.sql" },
  prepare: ({ query: filters, network }) => Promise.resolve({ values: { network, ...filters, ...byHost } }),
});

export const peerEndpoints = [geographicalDistributions, hostDistributions];
