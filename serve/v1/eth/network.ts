/** Performance of all validators of the network: the network is the entity that contains them all. */
import { z } from "zod";
import { networkOverview } from "../../../schemas/eth/networkRecords.ts";
import { limitPaging, timeWindow } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { lastEntityDay } from "../../eth/entities.ts";
import { periodQuery, periodValues } from "../../eth/periodRecords.ts";
import { groupEndpoints } from "./groupSegments.ts";

const tag = "Ethereum network (v1)";

const overview = defineEndpoint({
  operation: "network",
  method: "get",
  path: "/v1/eth",
  tag,
  chain,
  summary: "The whole network in a time window, and its activation and exit queues",
  description: "Empty until the first chain day is complete.",
  kind: "list",
  params: z.object({}),
  query: z.object({
    ...limitPaging,
    window: timeWindow
      .optional()
      .describe("Chain days that end with the last complete one; all windows without it"),
  }),
  // The record of v0.
  answer: { row: networkOverview, sql: "v0/eth/network_overview.sql" },
  prepare: async ({ network, query }) => ({
    values: { network, ...query, window: query.window ?? null },
  }),
  weight: { bytes: 8, row: 5 },
});

const segments = groupEndpoints(
  {
    of: "network",
    members: "Validators of the network",
    statements: {
      effectiveness: "v1/eth/entity_effectiveness.sql",
      rewards: "v1/eth/entity_rewards.sql",
    },
  },
  ({ name, operation, what, row, sql }) =>
    defineEndpoint({
      operation,
      method: "get",
      path: `/v1/eth/${name}`,
      tag,
      chain,
      summary: `${what} of all validators of the network`,
      kind: "list",
      params: z.object({}),
      query: periodQuery(row),
      answer: { row, sql },
      prepare: async (request, services) => ({
        values: {
          ...(await periodValues(request, services, { segment: name, newestDay: lastEntityDay })),
          idType: "network",
          id: "",
        },
      }),
      weight: { bytes: 8, row: 5 },
      settles: { boundedBy: ["toDate", "toDay"] },
    }),
);

export const networkEndpoints = [overview, ...segments];
