import { z } from "zod";
import { polygonValidatorStats } from "../../../schemas/polygon/records.ts";
import { pageSize } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { polygon as chain, deprecated, weight } from "../../polygon/chain.ts";
import {
  byCheckpoint,
  byDay,
  checkpointOrDay,
  fromOpened,
  granularityField,
  newestOf,
  ratingValues,
} from "../../polygon/query.ts";
import { requireValidator, validatorPath } from "../../polygon/subjects.ts";

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
        ...ratingValues(),
        size: query.size,
      },
    };
  },
});
