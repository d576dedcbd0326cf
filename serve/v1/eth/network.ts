/** What all validators of the network did together: the network is the entity that has them all. */
import { z } from "zod";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { lastEntityDay } from "../../eth/entities.ts";
import { periodQuery, periodValues } from "../../eth/periodRecords.ts";
import { groupEndpoints } from "./groupSegments.ts";

export const networkEndpoints = groupEndpoints(
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
      tag: "Ethereum network (v1)",
      chain,
      summary: `${what} of all validators of the network`,
      kind: "list",
      params: z.object({}),
      query: periodQuery(row),
      answer: { row, sql },
      prepare: async (request, services) => ({
        values: { ...(await periodValues(request, services, lastEntityDay)), idType: "network", id: "" },
      }),
      weight: { bytes: 8, row: 5 },
      settles: { boundedBy: ["toDate", "toDay"] },
    }),
);
