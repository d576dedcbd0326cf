import { z } from "zod";
import { countryNames } from "../../../lib/countries.ts";
import { peerCountry, peerHost } from "../../../schemas/eth/peerRecords.ts";
import { choice, pageSize, wholeNumber } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";

const tag = "Ethereum P2P (v0)";
const weight = { bytes: 8, row: 0 };
const distType = choice(["all", "pros"])
  .default("pros")
  .describe("Peers that count: all, or those with ten validators or more behind them");
/** Of both distributions. */
const description =
  "Peers are those that were imported; where none were, those that the beacon nodes are connected to, of which each counts as one validator, and so none as `pros`. Shares are of the validators behind all peers that count; where something is unknown of a peer it is in no row, so that shares may add up to less than 1. Where the beacon nodes' peers are: [IP Geolocation by DB-IP](https://db-ip.com), networks by [RouteViews](https://www.routeviews.org/routeviews/) and [NRO](https://www.nro.net), CC BY 4.0.";

const countries = { countryCodes: [...countryNames.keys()], countryNames: [...countryNames.values()] };

const geographical = defineEndpoint({
  operation: "p2pGeographical",
  method: "get",
  path: "/v0/eth/p2p/geographical",
  tag,
  chain,
  summary: "Shares of validators by country, largest first",
  description,
  kind: "array",
  params: z.object({}),
  query: z.object({ distType }),
  answer: { row: peerCountry, sql: "v0/eth/p2p_geographical.sql" },
  prepare: ({ query, network }) => Promise.resolve({ values: { network, ...query, ...countries } }),
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
  description,
  kind: "page",
  params: z.object({}),
  query: z.object({
    from: wholeNumber().default(0).describe("Rank of the first record, from 0 on"),
    size: pageSize(10),
    distType,
  }),
  answer: { row: peerHost, sql: "v0/eth/p2p_hosting_provider.sql", cursor: { field: "from" } },
  pageFields: [["fromRank", "from"], "size", "toRank"],
  prepare: ({ query, network }) => Promise.resolve({ values: { network, ...query } }),
  weight,
  beta: true,
});

export const p2pEndpoints = [geographical, hostingProvider];
