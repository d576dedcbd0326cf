import { z } from "zod";
import { pageSize } from "../../../schemas/request.ts";
import { solanaDelegatorRewards, solanaDelegatorSummary } from "../../../schemas/solana/rewardRecords.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { stakeAccountPath } from "../../solana/addresses.ts";
import { solana as chain, weightV0 as weight } from "../../solana/chain.ts";
import {
  byDay,
  dayPageOf,
  fromOpened,
  newestPeriod,
  rankedQuery,
  windowField,
  windowOf,
} from "../../solana/query.ts";
import { requireStakeAccount } from "../../solana/subjects.ts";

const tag = "Solana delegators (v0)";

export const solanaStakeAccountRewards = defineEndpoint({
  operation: "solanaStakeAccountRewards",
  method: "get",
  path: "/v0/solana/delegators/stakeAccounts/{stake_account}/rewards",
  tag,
  chain,
  summary: "Rewards of one stake account, by day, newest first",
  description: "Days on which nothing was paid have no record: an epoch pays about every other day.",
  kind: "page",
  params: stakeAccountPath,
  query: z.object({ from: newestPeriod, size: pageSize(15) }),
  answer: {
    row: solanaDelegatorRewards,
    sql: "v0/solana/delegator_stake_account_rewards.sql",
    count: "lookup/solana/stake_account_reward_count.sql",
    cursor: byDay,
    total: fromOpened,
  },
  pageFields: ["from", "size"],
  prepare: async ({ params, query, network }, services) => {
    await requireStakeAccount(services, network, params.stake_account);
    return { values: { network, stakeAccount: params.stake_account, ...dayPageOf(query) } };
  },
  weight,
});

export const solanaStakeAccounts = defineEndpoint({
  operation: "solanaStakeAccounts",
  method: "get",
  path: "/v0/solana/delegators/stakeAccounts",
  tag,
  chain,
  summary: "Summaries of stake accounts over a window of days, the largest first",
  kind: "page",
  params: z.object({}),
  query: z.object(rankedQuery),
  answer: {
    row: solanaDelegatorSummary,
    sql: "v0/solana/delegator_stake_accounts.sql",
    count: "lookup/solana/stake_account_count.sql",
    cursor: { field: "from" },
  },
  pageFields: ["from", "size"],
  prepare: async ({ query, network }) => ({
    values: { network, ...windowOf(query.window), size: query.size, offset: query.from, sortOrder: "asc" },
  }),
  weight,
});

export const solanaStakeAccountSummary = defineEndpoint({
  operation: "solanaStakeAccountSummary",
  method: "get",
  path: "/v0/solana/delegators/stakeAccounts/{stake_account}/summary",
  tag,
  chain,
  summary: "Summary of one stake account over a window of days",
  kind: "one",
  params: stakeAccountPath,
  query: z.object({ window: windowField }),
  answer: { row: solanaDelegatorSummary, sql: "v0/solana/delegator_stake_account_summary.sql" },
  prepare: async ({ params, query, network }) => ({
    values: { network, stakeAccount: params.stake_account, ...windowOf(query.window) },
  }),
  weight,
});
