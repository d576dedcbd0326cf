import { z } from "zod";
import { polygonDelegatorRewards, polygonDelegatorSummary } from "../../../schemas/polygon/records.ts";
import { pageSize, wholeNumber } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { polygon as chain, deprecated, weight } from "../../polygon/chain.ts";
import {
  byCheckpoint,
  byDay,
  checkpointOrDay,
  fromOpened,
  granularityField,
  newestOf,
  oldestOf,
  windowField,
  windowOf,
} from "../../polygon/query.ts";
import { delegatorPath, requireDelegator } from "../../polygon/subjects.ts";

const tag = "Polygon delegators (v0)";
const shared = { method: "get", tag, chain, weight, deprecated } as const;

export const polygonDelegators = defineEndpoint({
  ...shared,
  operation: "polygonDelegators",
  path: "/v0/polygon/delegators",
  summary: "Summaries of delegators over a window of days, that with the most stake at its end first",
  kind: "page",
  params: z.object({}),
  query: z.object({
    window: windowField,
    from: wholeNumber().default(0).describe("Rank of the first record, from 0 on"),
    size: pageSize(15),
  }),
  answer: {
    row: polygonDelegatorSummary,
    sql: "v0/polygon/delegators.sql",
    count: "lookup/polygon/delegator_count.sql",
    cursor: { field: "from" },
  },
  pageFields: ["from", "size"],
  prepare: async ({ query, network }) => ({
    values: {
      network,
      validatorId: null,
      ...windowOf(query.window),
      size: query.size,
      offset: query.from,
    },
  }),
});

export const polygonDelegatorSummaryOf = defineEndpoint({
  ...shared,
  operation: "polygonDelegatorSummary",
  path: "/v0/polygon/delegators/{delegator_address}/summary",
  summary: "Summary of one delegator over a window of days",
  kind: "one",
  params: delegatorPath,
  query: z.object({ window: windowField }),
  answer: { row: polygonDelegatorSummary, sql: "v0/polygon/delegator_summary.sql" },
  prepare: async ({ params, query, network }, services) => {
    await requireDelegator(services, network, params.delegator_address);
    return {
      values: {
        network,
        validatorId: null,
        delegatorAddress: params.delegator_address,
        ...windowOf(query.window),
      },
    };
  },
});

const rewards = {
  row: polygonDelegatorRewards,
  sql: "v0/polygon/delegator_rewards.sql",
  count: "lookup/polygon/delegator_reward_count.sql",
  total: fromOpened,
};

export const polygonDelegatorRewardsOf = defineEndpoint({
  ...shared,
  operation: "polygonDelegatorRewards",
  path: "/v0/polygon/delegators/{delegator_address}/rewards",
  summary: "One delegator's rewards by validator, newest period first",
  description: "One record for each period and validator that it had stake in; `size` counts periods.",
  kind: "page",
  params: delegatorPath,
  query: z.object({
    from: checkpointOrDay.optional().describe("Newest period: a checkpoint or a UTC day, included"),
    to: checkpointOrDay.optional().describe("Oldest period: a checkpoint or a UTC day, included"),
    granularity: granularityField,
    size: pageSize(15).describe("Periods on a page"),
  }),
  answer: { ...rewards, cursor: { ...byCheckpoint, isOfPeriods: true } },
  variants: {
    field: "granularity",
    answers: { day: { ...rewards, cursor: { ...byDay, isOfPeriods: true } } },
  },
  pageFields: ["from", "to", "granularity", "size"],
  prepare: async ({ params, query, network }, services) => {
    await requireDelegator(services, network, params.delegator_address);
    return {
      values: {
        network,
        delegatorAddress: params.delegator_address,
        granularity: query.granularity,
        ...newestOf(query.from),
        ...oldestOf(query.to),
        size: query.size,
      },
    };
  },
});
