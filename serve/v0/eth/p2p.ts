import { z } from "zod";
import { peerCountry, peerHost } from "../../../schemas/eth/peerRecords.ts";
import { pageSize, wholeNumber } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { byCountry, byHost, distributionType, peersCounted } from "../../eth/peers.ts";

const tag = "Ethereum P2P (v0)";
const weight = { bytes: 8, row: 0 };

const geographical = defineEndpoint({
  operation: "p2pGeographical",
  method: "get",
  path: "/v0/eth/p2p/geographical",
  tag,
  chain,
  summary: "Shares of validators by country, largest first",
  description: peersCounted,
  kind: "array",
  params: z.object({}),
  query: z.object({ distType: distributionType }),
  answer: { row: peerCountry, sql: "v0/eth/p2p_geographical.sql" },
  prepare: ({ query: { distType }, network }) =>
    Promise.resolve({ values: { network, distributionType: distType, ...byCountry } }),
  weight,
  beta: true,
});

const hostingProvider = defineEndpoint({
  operation: "p2pHostingProvider",
  method: "get",
  path: "/v0/eth/p2p/hostingProvider",
  tag,
  chain,
  summary: "Shares of validators by hosting provider, largest first",
  description: peersCounted,
  kind: "page",
  params: z.object({}),
  query: z.object({
    from: wholeNumber().default(0).describe("Rank of the first record, from 0 on"),
    size: pageSize(10),
    distType: distributionType,
  }),
  answer: { row: peerHost, sql: "v0/eth/p2p_hosting_provider.sql", cursor: { field: "from" } },
  pageFields: [["fromRank", "from"], "size", "toRank"],
  prepare: ({ query: { distType, ...page }, network }) =>
    Promise.resolve({ values: { network, distributionType: distType, ...page, ...byHost } }),
  weight,
  beta: true,
});

export const p2pEndpoints = [geographical, hostingProvider];
