/** What the validators of an entity did together. */
import { z } from "zod";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { entityId, entityOf, lastEntityDay, optionalIdType } from "../../eth/entities.ts";
import { periodQuery, periodValues } from "../../eth/periodRecords.ts";
import { groupEndpoints } from "./groupSegments.ts";

const tag = "Ethereum entities (v1)";
const entityPath = z.object({ entity_id: entityId });

const segments = groupEndpoints(
  {
    of: "entity",
    members: "Validators of the entity",
    statements: {
      effectiveness: "v1/eth/entity_effectiveness.sql",
      attestations: "v1/eth/entity_attestations.sql",
      proposals: "v1/eth/entity_proposals.sql",
      rewards: "v1/eth/entity_rewards.sql",
      penalties: "v1/eth/entity_penalties.sql",
    },
  },
  ({ name, operation, what, row, sql }) =>
    defineEndpoint({
      operation,
      method: "get",
      path: `/v1/eth/entities/{entity_id}/${name}`,
      tag,
      chain,
      summary: `${what} of all validators of an entity`,
      description:
        "A validator counts on the days on which it belonged to the entity, as far as imports say so. A later import " +
        "changes complete days only where it is told to.",
      kind: "list",
      params: entityPath,
      query: z.object({ entityType: optionalIdType, ...periodQuery(row).shape }),
      answer: { row, sql },
      prepare: async (request, services) => {
        const { network, params, query } = request;
        return {
          values: {
            ...(await periodValues(request, services, lastEntityDay)),
            ...(await entityOf(services, network, params.entity_id, query.entityType)),
          },
        };
      },
      weight: { bytes: 8, row: 10 },
      settles: { boundedBy: ["toDate", "toDay"] },
    }),
);

export const entityEndpoints = [...segments];
