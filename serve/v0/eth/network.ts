import { z } from "zod";
import {
  networkChainDailyRewards,
  networkDailyRewards,
  networkOverview as networkOverviewRecord,
  networkStats as networkStatsRecord,
} from "../../../schemas/eth/networkRecords.ts";
import { dayOrDate, isoDate, pageSize } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain, executionKnownOf, timesOf } from "../../eth/chain.ts";
import { boundsOf } from "../../eth/validators.ts";
import type { Services } from "../../services.ts";

const tag = "Ethereum network (v0)";
/** All v0 endpoints: a unit for each 8 bytes. */
const weight = { bytes: 8, row: 0 };
const days = {
  kind: "page",
  tag,
  chain,
  weight,
  method: "get",
  params: z.object({}),
  settles: { boundedBy: ["from"] },
} as const;
const day = {
  kind: "one",
  tag,
  chain,
  weight,
  method: "get",
  query: z.object({}),
  settles: { boundedBy: [] },
} as const;
const back = (column: string) => ({ field: "from", after: { columns: [column], step: -1 } });

/** Times of the network and whether execution data is stored, as these statements name them. */
async function slotTimesOf(services: Services, name: string) {
  const { epochsPerDay: _, ...times } = await timesOf(services, name);
  const { isExecutionKnown } = await executionKnownOf(services, name);
  return { ...times, isExecutionKnown };
}

function newest(from: number | string | undefined): { dayMax: number | null; dateMax: string | null } {
  const { dayMax, dateMax } = boundsOf(from);
  return { dayMax, dateMax };
}

const networkOverview = defineEndpoint({
  operation: "networkOverview",
  method: "get",
  path: "/v0/eth/network/overview",
  tag,
  chain,
  summary: "The whole network in each time window, and its activation and exit queues",
  description: "Empty until the first chain day is complete.",
  kind: "array",
  params: z.object({}),
  query: z.object({}),
  answer: { row: networkOverviewRecord, sql: "v0/eth/network_overview.sql" },
  prepare: async ({ network }) => ({
    values: { network, window: null, limit: 4, offset: 0, sortOrder: "asc" },
  }),
  weight,
});

const networkStats = defineEndpoint({
  operation: "networkStats",
  method: "get",
  path: "/v0/eth/network/stats",
  tag,
  chain,
  summary: "How the network's validators performed on each complete chain day, newest first",
  kind: "array",
  params: z.object({}),
  query: z.object({}),
  answer: { row: networkStatsRecord, sql: "v0/eth/network_stats.sql" },
  prepare: async ({ network }) => ({ values: { network } }),
  weight,
});

const dailyRewards = defineEndpoint({
  ...days,
  operation: "networkDailyRewards",
  path: "/v0/eth/network/dailyRewards",
  summary: "Rewards of the network's validators by UTC day, newest first",
  query: z.object({
    from: isoDate.optional().describe("Newest UTC day. Pages go back in time from this day"),
    size: pageSize(10),
  }),
  answer: {
    row: networkDailyRewards,
    sql: "v0/eth/network_daily_rewards.sql",
    count: "lookup/eth/network_day_count.sql",
    cursor: back("date"),
    total: { dayType: "utc", dayMax: null, dateMax: null },
  },
  pageFields: ["from", "size"],
  prepare: async ({ query, network }, services) => ({
    values: { ...(await slotTimesOf(services, network)), ...newest(query.from), size: query.size },
  }),
});

const dailyReward = defineEndpoint({
  ...day,
  operation: "networkDailyReward",
  path: "/v0/eth/network/dailyRewards/{date}",
  summary: "Rewards of the network's validators on one UTC day",
  params: z.object({ date: isoDate.describe("UTC day").meta({ example: "2020-12-05" }) }),
  answer: { row: networkDailyRewards, sql: "v0/eth/network_daily_reward.sql" },
  prepare: async ({ params, network }, services) => ({
    values: { ...(await slotTimesOf(services, network)), day: null, date: params.date },
  }),
});

const chainDailyRewards = defineEndpoint({
  ...days,
  operation: "networkChainDailyRewards",
  path: "/v0/eth/network/chainDailyRewards",
  summary: "Rewards of the network's validators by chain day, newest first",
  query: z.object({
    from: dayOrDate
      .optional()
      .describe("Newest day: the number of a chain day, or a date. Pages go back in time from this day"),
    size: pageSize(10),
  }),
  answer: {
    row: networkChainDailyRewards,
    sql: "v0/eth/network_chain_daily_rewards.sql",
    count: "lookup/eth/network_day_count.sql",
    cursor: back("day"),
    total: { dayType: "chain", dayMax: null, dateMax: null },
  },
  pageFields: ["from", "size"],
  prepare: async ({ query, network }, services) => ({
    values: { ...(await slotTimesOf(services, network)), ...newest(query.from), size: query.size },
  }),
});

const chainDailyReward = defineEndpoint({
  ...day,
  operation: "networkChainDailyReward",
  path: "/v0/eth/network/chainDailyRewards/{day}",
  summary: "Rewards of the network's validators on one chain day",
  params: z.object({
    day: dayOrDate.describe("Number of a chain day, or the date of its last slot").meta({ example: 3 }),
  }),
  answer: { row: networkChainDailyRewards, sql: "v0/eth/network_chain_daily_reward.sql" },
  prepare: async ({ params, network }, services) => ({
    values: {
      ...(await slotTimesOf(services, network)),
      day: typeof params.day === "number" ? params.day : null,
      date: typeof params.day === "string" ? params.day : null,
    },
  }),
});

export const networkEndpoints = [
  networkOverview,
  networkStats,
  dailyRewards,
  dailyReward,
  chainDailyRewards,
  chainDailyReward,
];
