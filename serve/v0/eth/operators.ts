import { z } from "zod";
import {
  clientPercentage,
  operatorApr as operatorAprRecord,
  operator as operatorRecord,
  operatorSummary as operatorSummaryRecord,
  percentile,
  relayerPercentage,
} from "../../../schemas/eth/entityRecords.ts";
import { operatorEffectivenessV0 } from "../../../schemas/eth/records.ts";
import {
  dayOrDate,
  filterType,
  granularity,
  include,
  pageSize,
  timeWindow,
  wholeNumber,
} from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain, executionKnownOf } from "../../eth/chain.ts";
import {
  aprType,
  entityId,
  entityOf,
  entityQuery,
  forwardValuesOf,
  idType,
  listValues,
  optionalIdType,
} from "../../eth/entities.ts";
import { boundsOf } from "../../eth/validators.ts";

const tag = "Ethereum operators (v0)";
const entityPath = z.object({ operator_id: entityId });
/** All v0 endpoints: a unit for each 8 bytes. */
const weight = { bytes: 8, row: 0 };
const window = timeWindow
  .describe("Chain days that end with the last complete one, limited to those stored")
  .meta({ example: "7d" });

const operators = defineEndpoint({
  operation: "operators",
  method: "get",
  path: "/v0/eth/operators",
  tag,
  chain,
  summary: "Entities of a type, those with the most stake first",
  kind: "page",
  params: z.object({}),
  query: z.object({
    window,
    poolType: entityQuery.poolType,
    idType: idType.default("depositAddress").describe("Type of the entities"),
    from: wholeNumber().default(0).describe("Rank of the first record, from 0 on"),
    size: pageSize(15),
    parentId: entityQuery.parentId,
    parentEntity: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("As parentId, which is to be preferred")
      .meta({ deprecated: true }),
  }),
  aliases: { id_type: "idType" },
  answer: {
    row: operatorSummaryRecord,
    sql: "v0/eth/operators.sql",
    count: "lookup/eth/entity_list_size.sql",
    cursor: { field: "from" },
    total: {},
  },
  pageFields: ["from", "size"],
  prepare: async ({ query: { window, idType, from, size, ...filters }, network }, services) => {
    const of = await listValues(services, network, filters);
    return { values: { ...of, window, idType, from, size, sortOrder: "asc" } };
  },
  weight,
});

const operatorPercentiles = defineEndpoint({
  operation: "operatorPercentiles",
  method: "get",
  path: "/v0/eth/operators/percentiles",
  tag,
  chain,
  summary: "Effectiveness by rank among the entities of a type",
  description: "Empty while there is no entity of the type.",
  kind: "array",
  params: z.object({}),
  query: z.object({ window, idType: idType.describe("Type of the entities").meta({ example: "pool" }) }),
  aliases: { id_type: "idType" },
  answer: { row: percentile, sql: "v0/eth/operator_percentiles.sql" },
  prepare: async ({ query, network }) => ({ values: { ...query, network } }),
  weight,
});

const operator = defineEndpoint({
  operation: "operator",
  method: "get",
  path: "/v0/eth/operators/{operator_id}",
  tag,
  chain,
  summary: "Metadata of an entity",
  kind: "one",
  params: entityPath,
  query: z.object({ idType: optionalIdType }),
  aliases: { id_type: "idType" },
  answer: { row: operatorRecord, sql: "v0/eth/operator.sql" },
  prepare: async ({ params, query, network }, services) => ({
    values: await entityOf(services, network, params.operator_id, query.idType),
  }),
  weight,
});

const operatorEffectiveness = defineEndpoint({
  operation: "operatorEffectiveness",
  method: "get",
  path: "/v0/eth/operators/{operator_id}/effectiveness",
  tag,
  chain,
  summary: "Historical performance of an entity, newest first",
  kind: "page",
  params: entityPath,
  query: z.object({
    idType: optionalIdType,
    from: dayOrDate
      .optional()
      .describe("Newest day: the number of a chain day, or a date. Pages go back in time from this day"),
    size: pageSize(10),
    granularity: granularity.default("day"),
    filterType: filterType.default("day"),
    include: include(operatorEffectivenessV0),
  }),
  aliases: { id_type: "idType" },
  answer: {
    row: operatorEffectivenessV0,
    sql: "v0/eth/operator_effectiveness.sql",
    count: "lookup/eth/entity_period_count.sql",
    cursor: { field: "from", after: { columns: ["endDay", "day"], step: -1 } },
    total: { dayMax: null, dateMax: null },
  },
  pageFields: ["from", "to", "size", "granularity", "filterType"],
  prepare: async ({ params, query, network }, services) => {
    const { dayMax, dateMax } = boundsOf(query.from);
    return {
      values: {
        ...(await entityOf(services, network, params.operator_id, query.idType)),
        ...(await executionKnownOf(services, network)),
        dayMax,
        dateMax,
        granularity: query.granularity,
        size: query.size,
      },
    };
  },
  weight,
  settles: { boundedBy: ["from"] },
});

const operatorApr = defineEndpoint({
  operation: "operatorApr",
  method: "get",
  path: "/v0/eth/operators/{operator_id}/apr",
  tag,
  chain,
  summary: "Rate of return of an entity",
  kind: "one",
  params: entityPath,
  query: z.object({ window, idType: optionalIdType, apr_type: aprType }),
  aliases: { id_type: "idType", aprType: "apr_type" },
  answer: { row: operatorAprRecord, sql: "v0/eth/operator_apr.sql" },
  prepare: async ({ params, query, network }, services) => ({
    values: {
      ...(await entityOf(services, network, params.operator_id, query.idType)),
      ...(await forwardValuesOf(services, network, query.window)),
      window: query.window,
      aprType: query.apr_type,
    },
  }),
  weight,
});

const operatorSummary = defineEndpoint({
  operation: "operatorSummary",
  method: "get",
  path: "/v0/eth/operators/{operator_id}/summary",
  tag,
  chain,
  summary: "An entity in a time window",
  kind: "one",
  params: entityPath,
  query: z.object({ window, idType: optionalIdType }),
  aliases: { id_type: "idType" },
  answer: { row: operatorSummaryRecord, sql: "v0/eth/operator_summary.sql" },
  prepare: async ({ params, query, network }, services) => ({
    values: {
      ...(await entityOf(services, network, params.operator_id, query.idType)),
      window: query.window,
    },
  }),
  weight,
});

const operatorRelayers = defineEndpoint({
  operation: "operatorRelayers",
  method: "get",
  path: "/v0/eth/operators/{operator_id}/relayers",
  tag,
  chain,
  summary: "Relays of an entity's blocks in a time window, the largest share first",
  description:
    "Each block counts once, split over its relays; no_mev_boost are those that no relay delivered. Empty without relays, and without a block.",
  kind: "array",
  params: entityPath,
  query: z.object({ window: window.default("30d"), idType: optionalIdType }),
  aliases: { id_type: "idType" },
  answer: { row: relayerPercentage, sql: "v0/eth/operator_relayers.sql" },
  prepare: async ({ params, query, network }, services) => ({
    values: {
      ...(await entityOf(services, network, params.operator_id, query.idType)),
      window: query.window,
    },
  }),
  weight,
});

const operatorClients = defineEndpoint({
  operation: "operatorClients",
  method: "get",
  path: "/v0/eth/operators/{operator_id}/clients",
  tag,
  chain,
  summary: "Consensus clients of an entity's validators",
  description: "Empty: no source of client shares is imported, and graffiti prove nothing.",
  kind: "custom",
  params: entityPath,
  query: z.object({ idType: optionalIdType }),
  aliases: { id_type: "idType" },
  response: z.array(clientPercentage),
  handle: async ({ params, query, network }, services) => {
    await entityOf(services, network, params.operator_id, query.idType);
    return { text: "[]", rows: 0 };
  },
  weight,
});

/** Fixed paths before the one with a parameter. */
export const operatorEndpoints = [
  operators,
  operatorPercentiles,
  operator,
  operatorEffectiveness,
  operatorApr,
  operatorSummary,
  operatorRelayers,
  operatorClients,
];
