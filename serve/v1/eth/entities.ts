/** Entities: their lists, their summaries, and the performance of one entity's validators. */
import { z } from "zod";
import {
  operator as entityRecord,
  operatorSummary as entitySummary,
} from "../../../schemas/eth/entityRecords.ts";
import { limitPaging, orderedPaging, timeWindow } from "../../../schemas/request.ts";
import { defineEndpoint, type Endpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import {
  entityId,
  entityOf,
  entityQuery,
  idType,
  lastEntityDay,
  listRanks,
  listValues,
  optionalIdType,
} from "../../eth/entities.ts";
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
        "A validator counts on the days on which it belonged to the entity according to imports. A later import " +
        "changes complete days only with --rewrite.",
      kind: "list",
      params: entityPath,
      query: z.object({ entityType: optionalIdType, ...periodQuery(row).shape }),
      answer: { row, sql },
      prepare: async (request, services) => {
        const { network, params, query } = request;
        return {
          values: {
            ...(await periodValues(request, services, { segment: name, newestDay: lastEntityDay })),
            ...(await entityOf(services, network, params.entity_id, query.entityType)),
          },
        };
      },
      weight: { bytes: 8, row: 10 },
      settles: { boundedBy: ["toDate", "toDay"] },
    }),
);

const window = timeWindow.describe("Chain days that end with the last complete one, limited to those stored");

const listQuery = z.object({
  ...orderedPaging,
  entityType: idType.default("pool").describe("Type of the entities"),
  ...entityQuery,
});

const listed = {
  method: "get",
  tag,
  chain,
  kind: "list",
  params: z.object({}),
} as const;

const entities = defineEndpoint({
  ...listed,
  operation: "entities",
  path: "/v1/eth/entities",
  summary: "Entities of a type with active validators, those with the most stake first",
  query: listQuery,
  answer: { row: entityRecord, sql: "v1/eth/entities.sql", count: "lookup/eth/entity_list_size.sql" },
  prepare: async ({ query: { entityType, limit, offset, sortOrder, ...filters }, network }, services) => {
    const list = { ...(await listValues(services, network, filters)), idType: entityType, window: "1d" };
    return { values: { ...list, ...(await listRanks(services, list, { limit, offset, sortOrder })) } };
  },
  weight: { bytes: 8, row: 5 },
});

const entitiesSummaries = defineEndpoint({
  ...listed,
  operation: "entitiesSummaries",
  path: "/v1/eth/entities/summaries",
  summary: "Entities of a type in a time window, those with the most stake first",
  query: listQuery.extend({ window: window.default("1d") }),
  // The page of v0.
  answer: { row: entitySummary, sql: "v0/eth/operators.sql", count: "lookup/eth/entity_list_size.sql" },
  prepare: async (
    { query: { entityType, limit, offset, sortOrder, window, ...filters }, network },
    services,
  ) => {
    const list = { ...(await listValues(services, network, filters)), idType: entityType, window };
    return { values: { ...list, ...(await listRanks(services, list, { limit, offset, sortOrder })) } };
  },
  weight: { bytes: 8, row: 2 },
});

const entitySummaries = defineEndpoint({
  ...listed,
  operation: "entitySummaries",
  path: "/v1/eth/entities/{entity_id}/summaries",
  summary: "An entity in each time window",
  params: entityPath,
  query: z.object({
    ...limitPaging,
    entityType: optionalIdType,
    window: window.optional().describe("Only this time window"),
  }),
  answer: { row: entitySummary, sql: "v1/eth/entity_summaries.sql" },
  prepare: async ({ params, query: { entityType, ...query }, network }, services) => ({
    values: {
      ...(await entityOf(services, network, params.entity_id, entityType)),
      ...query,
      window: query.window ?? null,
    },
  }),
  weight: { bytes: 8, row: 2 },
});

/** Fixed paths before the one with a parameter. */
export const entityEndpoints: readonly Endpoint[] = [
  entities,
  entitiesSummaries,
  entitySummaries,
  ...segments,
];
