import { z } from "zod";
import {
  slashingCohort,
  slashingLeaderboard as slashingLeaderboardEntry,
  slashingMonth,
  slashingOverview as slashingOverviewRecord,
  slashingPenalties,
} from "../../../schemas/eth/slashingRecords.ts";
import { choice, dayOrDate, pageSize, wholeNumber } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain, timesOf } from "../../eth/chain.ts";
import { boundsOf, redirectsByPubkey, validatorPath, withValidator } from "../../eth/validators.ts";

const tag = "Ethereum slashings (v0)";
/** All v0 endpoints: a unit for each 8 bytes. */
const weight = { bytes: 8, row: 0 };

const slashings = defineEndpoint({
  operation: "slashings",
  method: "get",
  path: "/v0/eth/slashings",
  tag,
  chain,
  summary: "Costs of each slashing, newest first",
  kind: "page",
  params: z.object({}),
  query: z.object({
    from: dayOrDate
      .optional()
      .describe("Newest day: the number of a chain day, or a date. Older slashings follow"),
    size: pageSize(10),
    offset: wholeNumber().default(0).describe("Records to skip; `next` uses it"),
  }),
  answer: {
    row: slashingPenalties,
    sql: "v0/eth/slashings.sql",
    count: "lookup/eth/slashing_count.sql",
  },
  pageFields: ["from", "size"],
  prepare: async ({ query, network }, services) => {
    const { dayMax, dateMax } = boundsOf(query.from);
    return {
      values: {
        ...(await timesOf(services, network)),
        dayMax,
        dateMax,
        size: query.size,
        offset: query.offset,
      },
    };
  },
  weight,
});

const slashing = defineEndpoint({
  operation: "slashing",
  method: "get",
  path: "/v0/eth/slashings/{validator_index_or_pubkey}",
  tag,
  chain,
  summary: "Costs of one validator's slashing",
  description: "404 for a validator that was never slashed, or was slashed before the stored history begins.",
  kind: "one",
  params: validatorPath,
  redirects: redirectsByPubkey,
  query: z.object({}),
  answer: { row: slashingPenalties, sql: "v0/eth/slashing.sql" },
  prepare: (request, services) =>
    withValidator(request, services, async ({ validatorIndex }) => {
      const { network, slotsPerEpoch } = await timesOf(services, request.network);
      return { network, validatorIndex, slotsPerEpoch };
    }),
  weight,
});

const slashingOverview = defineEndpoint({
  operation: "slashingOverview",
  method: "get",
  path: "/v0/eth/slashings/overview",
  tag,
  chain,
  summary: "Slashings over the last day, week and month, and all",
  description: "Windows end with the last complete chain day, and are limited to the days stored.",
  kind: "array",
  params: z.object({}),
  query: z.object({}),
  answer: { row: slashingOverviewRecord, sql: "v0/eth/slashings_overview.sql" },
  prepare: async ({ network }, services) => ({ values: await timesOf(services, network) }),
  weight,
});

const slashingLeaderboard = defineEndpoint({
  operation: "slashingLeaderboard",
  method: "get",
  path: "/v0/eth/slashings/leaderboard",
  tag,
  chain,
  summary: "Entities by their slashings, most first",
  description: "A validator counts for the entity that it was of on the day of the slashing.",
  kind: "page",
  params: z.object({}),
  query: z.object({
    from: wholeNumber().default(0).describe("Rank of the first record, from 0 on"),
    size: pageSize(10),
    slashingRole: choice(["slashed", "slasher"])
      .default("slashed")
      .describe(
        "Entities whose validators were slashed, or whose validators proposed the blocks with the evidence",
      ),
  }),
  answer: {
    row: slashingLeaderboardEntry,
    sql: "v0/eth/slashings_leaderboard.sql",
    cursor: { field: "from" },
  },
  pageFields: [["fromRank", "from"], "size", "toRank"],
  prepare: async ({ query, network }, services) => ({
    values: { ...(await timesOf(services, network)), ...query },
  }),
  weight,
});

const slashingCohorts = defineEndpoint({
  operation: "slashingCohorts",
  method: "get",
  path: "/v0/eth/slashings/cohortAnalysis",
  tag,
  chain,
  summary: "Slashed validators by the size of their pool or operator",
  kind: "array",
  params: z.object({}),
  query: z.object({}),
  answer: { row: slashingCohort, sql: "v0/eth/slashings_cohort_analysis.sql" },
  prepare: async ({ network }, services) => ({ values: await timesOf(services, network) }),
  weight,
});

const slashingTimeSeries = defineEndpoint({
  operation: "slashingTimeSeries",
  method: "get",
  path: "/v0/eth/slashings/timeseries",
  tag,
  chain,
  summary: "Slashed validators by month",
  kind: "array",
  params: z.object({}),
  query: z.object({}),
  answer: { row: slashingMonth, sql: "v0/eth/slashings_timeseries.sql" },
  prepare: async (request, services) => {
    const { network, genesisTime, secondsPerSlot } = await timesOf(services, request.network);
    return { values: { network, genesisTime, secondsPerSlot } };
  },
  weight,
});

/** Fixed paths before the one with a parameter. */
export const slashingEndpoints = [
  slashingOverview,
  slashingLeaderboard,
  slashingCohorts,
  slashingTimeSeries,
  slashings,
  slashing,
];
