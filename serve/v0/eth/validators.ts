import { z } from "zod";
import { validatorApr as validatorAprRecord } from "../../../schemas/eth/entityRecords.ts";
import { effectivenessByTimeV0, validatorEffectivenessV0 } from "../../../schemas/eth/records.ts";
import { validatorMetadata } from "../../../schemas/eth/validatorMetadata.ts";
import {
  choice,
  dayOrDate,
  filterType,
  granularity,
  include,
  pageSize,
  timeWindow,
  wholeNumber,
} from "../../../schemas/request.ts";
import { type Cursor, defineEndpoint } from "../../endpoint.ts";
import { calendarOf, ethereum as chain, executionKnownOf } from "../../eth/chain.ts";
import { aprType, forwardValuesOf } from "../../eth/entities.ts";
import { metadataAliases, metadataQuery, metadataValues, oneMetadata } from "../../eth/validatorMetadata.ts";
import {
  boundsOf,
  needsOneOf,
  redirectsByPubkey,
  requestedValidators,
  validatorLists,
  validatorPath,
  withValidator,
} from "../../eth/validators.ts";

const tag = "Ethereum validators (v0)";
/** All v0 endpoints: a unit for each 8 bytes. */
const weight = { bytes: 8, row: 0 };
/** Days with an end: those of `from` and before, until they change no more. */
const settles = { boundedBy: ["from"] };
const byOffset: Cursor = { field: "offset" };
/** A record of several days ends with its lowest one. */
const byDay: Cursor = { field: "from", after: { columns: ["endDay", "day"], step: -1 } };
const byIndex: Cursor = { field: "from", after: { columns: ["validatorIndex"], step: 1 } };

/** Periods of one record per validator and period: a day is a row of the table. */
const periods = {
  sql: "v0/eth/validator_effectiveness.sql",
  count: "lookup/eth/validator_period_count.sql",
  cheaper: {
    value: "granularity",
    is: {
      day: {
        sql: "v0/eth/validator_effectiveness_day.sql",
        count: "lookup/eth/validator_day_count.sql",
      },
    },
  },
};

const newestDay = dayOrDate
  .optional()
  .describe("Newest day: the number of a chain day, or a date. Pages go back in time from this day");

export const validatorEffectiveness = defineEndpoint({
  operation: "validatorEffectiveness",
  method: "get",
  path: "/v0/eth/validators/{validator_index_or_pubkey}/effectiveness",
  tag,
  chain,
  summary: "Historical performance of one validator, newest first",
  kind: "page",
  params: validatorPath,
  redirects: redirectsByPubkey,
  query: z.object({
    from: newestDay,
    size: pageSize(10),
    granularity: granularity.default("day"),
    filterType: filterType.default("day"),
    include: include(validatorEffectivenessV0),
  }),
  answer: {
    row: validatorEffectivenessV0,
    ...periods,
    cursor: byDay,
    total: { dayType: "chain", dayMax: null, dateMax: null },
  },
  pageFields: ["from", "to", "size", "granularity", "filterType"],
  prepare: (request, services) =>
    withValidator(request, services, async ({ validatorIndex, pubkey }) => ({
      network: request.network,
      ...(await executionKnownOf(services, request.network)),
      indices: [validatorIndex],
      pubkeys: [pubkey],
      granularity: request.query.granularity,
      ...boundsOf(request.query.from),
      size: request.query.size,
      offset: 0,
    })),
  weight,
  settles,
});

export const validatorsEffectiveness = defineEndpoint({
  operation: "validatorsEffectiveness",
  method: "get",
  path: "/v0/eth/validators/effectiveness",
  tag,
  chain,
  summary: "Performance of up to 1,000 validators, each for itself or all together, newest first",
  description:
    "Without `granularity`, a validator's days between `from` and `to` are one record, and `groupBy=timeWindow` answers days. " +
    "Unknown validators add no records. `from` and `to` belong to the range, in either order; `from` alone means that day and all before it, `to` alone that day and all after it.",
  kind: "page",
  params: z.object({}),
  needsOneOf,
  query: z.object({
    ...validatorLists,
    from: dayOrDate.optional().describe("Newest day: the number of a chain day, or a date"),
    to: dayOrDate.optional().describe("Oldest day: the number of a chain day, or a date"),
    size: pageSize(10, 0),
    granularity: granularity.optional(),
    filterType: filterType.default("day"),
    groupBy: choice(["validator", "timeWindow"])
      .default("validator")
      .describe("One record per validator and period, or one per period over all requested validators"),
    include: include(validatorEffectivenessV0),
    offset: wholeNumber().default(0).describe("Records to skip; `next` uses it"),
  }),
  answer: {
    row: validatorEffectivenessV0,
    ...periods,
    cursor: byOffset,
    total: { dayType: "chain" },
  },
  variants: {
    field: "groupBy",
    answers: {
      timeWindow: {
        row: effectivenessByTimeV0,
        sql: "v0/eth/validators_effectiveness_by_time.sql",
        cursor: byOffset,
        count: "lookup/eth/period_count.sql",
        total: { dayType: "chain" },
      },
    },
  },
  pageFields: ["from", "to", "size", "granularity", "filterType"],
  prepare: async ({ query, network }, services) => {
    const pubkeyOf = await requestedValidators(services, network, query);
    const isByTime = query.groupBy === "timeWindow";
    return {
      values: {
        network,
        ...(await executionKnownOf(services, network)),
        indices: [...pubkeyOf.keys()],
        ...(isByTime ? {} : { pubkeys: [...pubkeyOf.values()] }),
        granularity: query.granularity ?? (isByTime ? "day" : "all"),
        ...boundsOf(query.from, query.to, await calendarOf(services, network)),
        size: query.size,
        offset: query.offset,
      },
    };
  },
  weight,
  settles: { ...settles, swappedWith: "to" },
});

export const validators = defineEndpoint({
  operation: "validators",
  method: "get",
  path: "/v0/eth/validators",
  tag,
  chain,
  summary: "Metadata of validators, in index order",
  kind: "page",
  params: z.object({}),
  query: z.object({
    from: wholeNumber().default(0).describe("First index"),
    size: pageSize(100),
    ...metadataQuery,
  }),
  answer: {
    row: validatorMetadata,
    sql: "v0/eth/validators.sql",
    count: "lookup/eth/validator_count.sql",
    cursor: byIndex,
    total: { from: 0 },
  },
  pageFields: ["from", "size"],
  prepare: async (request, services) => ({
    values: await metadataValues(request, services, {
      from: request.query.from,
      offset: 0,
      size: request.query.size,
      sortOrder: "asc",
    }),
  }),
  weight,
  aliases: metadataAliases,
});

export const validator = defineEndpoint({
  operation: "validator",
  method: "get",
  path: "/v0/eth/validators/{validator_index_or_pubkey}",
  tag,
  chain,
  summary: "Metadata of one validator",
  kind: "one",
  params: validatorPath,
  redirects: redirectsByPubkey,
  query: z.object({}),
  answer: { row: validatorMetadata, sql: "v0/eth/validator.sql" },
  prepare: oneMetadata,
  weight,
});

export const validatorApr = defineEndpoint({
  operation: "validatorApr",
  method: "get",
  path: "/v0/eth/validators/{validator_index_or_pubkey}/apr",
  tag,
  chain,
  summary: "Rate of return of one validator",
  description: "Without a rate when it was not active in every epoch of the window.",
  kind: "one",
  params: validatorPath,
  redirects: redirectsByPubkey,
  query: z.object({
    window: timeWindow
      .describe("Chain days that end with the last complete one: 90 at most")
      .meta({ example: "7d" }),
    apr_type: aprType,
  }),
  aliases: { aprType: "apr_type" },
  answer: { row: validatorAprRecord, sql: "v0/eth/validator_apr.sql" },
  prepare: (request, services) =>
    withValidator(request, services, async ({ validatorIndex }) => ({
      network: request.network,
      validatorIndex,
      ...(await forwardValuesOf(services, request.network, request.query.window)),
      window: request.query.window,
      aprType: request.query.apr_type,
    })),
  weight,
});
