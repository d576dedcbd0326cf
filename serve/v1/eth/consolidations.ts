/** Validators that were merged into others (EIP-7251): each, by entity, and how much of what could be was. */
import { z } from "zod";
import {
  ethereumConsolidation,
  ethereumConsolidationCapacity,
  ethereumEntityConsolidation,
  ethereumEntityConsolidationCapacity,
} from "../../../schemas/eth/consolidationRecords.ts";
import { dayRange, limitPaging } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain, timesOf } from "../../eth/chain.ts";
import { storedEntityId } from "../../eth/entities.ts";

const list = {
  kind: "list",
  method: "get",
  tag: "Ethereum consolidations",
  chain,
  params: z.object({}),
  weight: { bytes: 8, row: 5 },
} as const;
const datesQuery = { ...limitPaging, fromDate: dayRange.fromDate, toDate: dayRange.toDate };
const processed =
  "Consolidations as the chain carried them out, oldest first. Requests that it ignored, that only changed " +
  "credentials, or whose source was slashed meanwhile moved nothing and are not here.";

const consolidations = defineEndpoint({
  ...list,
  operation: "validatorConsolidations",
  path: "/v1/eth/validators/consolidations",
  summary: "Validators that were merged into others",
  description: processed,
  query: z.object(datesQuery),
  answer: { row: ethereumConsolidation, sql: "v1/eth/consolidations.sql" },
  prepare: async ({ query: { fromDate = null, toDate = null, ...query }, network }) => ({
    values: { network, ...query, fromDate, toDate },
  }),
});

const entityConsolidations = defineEndpoint({
  ...list,
  operation: "entityConsolidations",
  path: "/v1/eth/entityConsolidations",
  summary: "Consolidations by date and entity of the source",
  description: processed,
  query: z.object({
    ...datesQuery,
    entity: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Only those of this entity: its name, in its own case, or an address"),
  }),
  answer: { row: ethereumEntityConsolidation, sql: "v1/eth/entity_consolidations.sql" },
  prepare: async ({ query: { fromDate = null, toDate = null, entity, ...query }, network }) => ({
    values: {
      network,
      ...query,
      fromDate,
      toDate,
      entity: entity === undefined ? null : storedEntityId(entity),
    },
  }),
});

const windowQuery = z.object(limitPaging);
const windows =
  "Windows are chain days that end with the last complete one, and are limited to the days stored.";

const consolidationCapacity = defineEndpoint({
  ...list,
  operation: "consolidationCapacity",
  path: "/v1/eth/consolidationCapacity",
  summary: "Use of the chain's consolidation limit over the last day, week and month, and all",
  description: windows,
  query: windowQuery,
  answer: { row: ethereumConsolidationCapacity, sql: "v1/eth/consolidation_capacity.sql" },
  prepare: async ({ query, network }, services) => {
    const { epochsPerDay } = await timesOf(services, network);
    return { values: { network, epochsPerDay, ...query } };
  },
});

const entityConsolidationCapacity = defineEndpoint({
  ...list,
  operation: "entityConsolidationCapacity",
  path: "/v1/eth/consolidationCapacity/entity",
  summary: "Use of the chain's consolidation limit by each entity",
  description: `${windows} Of each window the entities with a consolidation, those with the most first.`,
  query: windowQuery,
  answer: { row: ethereumEntityConsolidationCapacity, sql: "v1/eth/consolidation_capacity_entity.sql" },
  prepare: async ({ query, network }, services) => {
    const { epochsPerDay } = await timesOf(services, network);
    return { values: { network, epochsPerDay, ...query } };
  },
});

export const consolidationEndpoints = [
  consolidations,
  entityConsolidations,
  consolidationCapacity,
  entityConsolidationCapacity,
];
