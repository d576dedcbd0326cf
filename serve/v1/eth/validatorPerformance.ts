/** The three performance records of one validator: they differ in their fields only. */
import { z } from "zod";
import { ApiError } from "../../../lib/errors.ts";
import {
  validatorAttestationsV1,
  validatorEffectivenessV1,
  validatorProposalsV1,
} from "../../../schemas/eth/records.ts";
import { choice, dayRange, flag, granularity, include, limitPaging } from "../../../schemas/request.ts";
import { defineEndpoint, type Endpoint } from "../../endpoint.ts";
import { calendarOf, ethereum as chain, lastDay } from "../../eth/chain.ts";
import { redirectsByPubkey, validatorPath, withValidator } from "../../eth/validators.ts";

/** Fields that hold one number a record; `day` sorts by time at every granularity. */
function sortFields(row: z.ZodObject): [string, ...string[]] {
  const names = Object.entries(row.shape).flatMap(([name, field]) => {
    const isNumeric = JSON.stringify(z.toJSONSchema(field)).match(/"type":\[?"(?:integer|number)"/) !== null;
    return isNumeric ? [name] : [];
  });
  return ["day", ...names.filter((name) => !["day", "hour", "validatorIndex"].includes(name))];
}

function performanceEndpoint(declared: {
  operation: string;
  segment: string;
  summary: string;
  row: z.ZodObject;
  sql: string;
  /** The same for days, which are rows of the table. */
  daySql: string;
}): Endpoint {
  return defineEndpoint({
    operation: declared.operation,
    method: "get",
    path: `/v1/eth/validators/{validator_index_or_pubkey}/${declared.segment}`,
    tag: "Ethereum performance (v1)",
    chain,
    summary: declared.summary,
    description: "A validator without a record in the range is answered with an empty list.",
    kind: "list",
    params: validatorPath,
    redirects: redirectsByPubkey,
    query: z.object({
      limit: limitPaging.limit,
      offset: limitPaging.offset,
      ...dayRange,
      utc: flag
        .default(false)
        .describe("UTC days instead of chain days; an epoch belongs to the day in which it starts"),
      granularity: granularity.default("day"),
      sortBy: choice(sortFields(declared.row)).default("day").describe("Field to sort by"),
      sortOrder: limitPaging.sortOrder,
      include: include(declared.row),
    }),
    answer: {
      row: declared.row,
      sql: declared.sql,
      cheaper: { value: "granularity", is: { day: { sql: declared.daySql } } },
    },
    prepare: (request, services) =>
      withValidator(request, services, async ({ validatorIndex }) => {
        const { network, query } = request;
        const calendar = await calendarOf(services, network);
        if (calendar === undefined) throw new ApiError(404, `Network ${network} is not served`);
        const dayType = query.utc ? "utc" : "chain";
        return {
          network,
          dayType,
          indices: [validatorIndex],
          granularity: query.granularity,
          dayMin: query.fromDay ?? null,
          dayMax: query.toDay ?? null,
          dateMin: query.fromDate ?? null,
          dateMax: query.toDate ?? null,
          lastDay: await lastDay(services, network, dayType),
          genesisTime: calendar.genesisTime,
          slotsPerEpoch: calendar.slotsPerEpoch,
          secondsPerSlot: calendar.secondsPerSlot,
          sortBy: query.sortBy,
          sortOrder: query.sortOrder,
          limit: query.limit,
          offset: query.offset,
        };
      }),
    weight: { bytes: 8, row: 10 },
    settles: { boundedBy: ["toDate", "toDay"] },
  });
}

export const validatorEffectivenessRecords = performanceEndpoint({
  operation: "validatorEffectivenessRecords",
  segment: "effectiveness",
  summary: "Ratings of one validator",
  row: validatorEffectivenessV1,
  sql: "v1/eth/validator_effectiveness.sql",
  daySql: "v1/eth/validator_effectiveness_day.sql",
});

export const validatorAttestations = performanceEndpoint({
  operation: "validatorAttestations",
  segment: "attestations",
  summary: "Attestations and sync signatures of one validator",
  row: validatorAttestationsV1,
  sql: "v1/eth/validator_attestations.sql",
  daySql: "v1/eth/validator_attestations_day.sql",
});

export const validatorProposals = performanceEndpoint({
  operation: "validatorProposals",
  segment: "proposals",
  summary: "Proposals of one validator",
  row: validatorProposalsV1,
  sql: "v1/eth/validator_proposals.sql",
  daySql: "v1/eth/validator_proposals_day.sql",
});
