import { z } from "zod";
import {
  polygonValidatorMetadata,
  polygonValidatorStats,
  polygonValidatorSummary,
} from "../../../schemas/polygon/records.ts";
import { pageSize, wholeNumber } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { polygon as chain, deprecated, weight } from "../../polygon/chain.ts";
import {
  byCheckpoint,
  byDay,
  checkpointOrDay,
  fromOpened,
  granularityField,
  healthCheckpoints,
  newestOf,
  windowField,
  windowOf,
} from "../../polygon/query.ts";
import { delegatorAddress, requireValidator, validatorPath } from "../../polygon/subjects.ts";

const tag = "Polygon validators (v0)";
const shared = { method: "get", tag, chain, weight, deprecated } as const;

export const polygonEffectiveness = defineEndpoint({
  ...shared,
  operation: "polygonValidatorEffectiveness",
  path: "/v0/polygon/validators/{validator_id}/effectiveness",
  summary: "Performance and rewards of one validator, newest first",
  kind: "page",
  params: validatorPath,
  query: z.object({
    from: checkpointOrDay
      .optional()
      .describe("Newest record: a checkpoint or a UTC day, included. Pages go back from here"),
    granularity: granularityField,
    size: pageSize(15),
  }),
  answer: {
    row: polygonValidatorStats,
    sql: "v0/polygon/validator_effectiveness.sql",
    count: "lookup/polygon/validator_checkpoint_count.sql",
    cursor: byCheckpoint,
    total: fromOpened,
  },
  variants: {
    field: "granularity",
    answers: {
      day: {
        row: polygonValidatorStats,
        sql: "v0/polygon/validator_effectiveness_day.sql",
        count: "lookup/polygon/validator_day_count.sql",
        cursor: byDay,
        total: fromOpened,
      },
    },
  },
  pageFields: ["from", "granularity", "size"],
  prepare: async ({ params, query, network }, services) => {
    await requireValidator(services, network, params.validator_id);
    return {
      values: {
        network,
        validatorId: params.validator_id,
        ...newestOf(query.from),
        size: query.size,
      },
    };
  },
});

export const polygonValidator = defineEndpoint({
  ...shared,
  operation: "polygonValidator",
  path: "/v0/polygon/validators/{validator_id}",
  summary: "Metadata of one validator",
  kind: "one",
  params: validatorPath,
  query: z.object({}),
  answer: { row: polygonValidatorMetadata, sql: "v0/polygon/validator.sql" },
  prepare: async ({ params, network }, services) => {
    await requireValidator(services, network, params.validator_id);
    return { values: { network, validatorId: params.validator_id } };
  },
});

export const polygonValidators = defineEndpoint({
  ...shared,
  operation: "polygonValidators",
  path: "/v0/polygon/validators",
  summary: "Summaries of validators over a window of days, that with the most stake first",
  kind: "page",
  params: z.object({}),
  query: z.object({
    window: windowField,
    delegatorAddress: delegatorAddress
      .optional()
      .describe("Only validators that this address has stake in at the end of the window"),
    from: wholeNumber().default(0).describe("Rank of the first record, from 0 on"),
    size: pageSize(15),
  }),
  answer: { row: polygonValidatorSummary, sql: "v0/polygon/validators.sql", cursor: { field: "from" } },
  pageFields: ["from", "size"],
  prepare: async ({ query, network }) => ({
    values: {
      network,
      validatorId: null,
      delegatorAddress: query.delegatorAddress ?? null,
      healthCheckpoints,
      ...windowOf(query.window),
      size: query.size,
      offset: query.from,
    },
  }),
});

export const polygonValidatorSummaryOf = defineEndpoint({
  ...shared,
  operation: "polygonValidatorSummary",
  path: "/v0/polygon/validators/{validator_id}/summary",
  summary: "Summary of one validator over a window of days",
  description: "404 for a validator without a duty in the window.",
  kind: "one",
  params: validatorPath,
  query: z.object({ window: windowField }),
  answer: { row: polygonValidatorSummary, sql: "v0/polygon/validators.sql" },
  prepare: async ({ params, query, network }, services) => {
    await requireValidator(services, network, params.validator_id);
    return {
      values: {
        network,
        validatorId: params.validator_id,
        delegatorAddress: null,
        healthCheckpoints,
        ...windowOf(query.window),
        size: 1,
        offset: 0,
      },
    };
  },
});
