import { z } from "zod";
import { choice, flag, pageSize } from "../../../schemas/request.ts";
import {
  solanaAuthorityRewards,
  solanaAuthorityRewardsWithDelegations,
  solanaAuthoritySummary,
  solanaStakePoolMetadata,
} from "../../../schemas/solana/rewardRecords.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { stakeAuthorityPath } from "../../solana/addresses.ts";
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
import { requireStakeAuthority } from "../../solana/subjects.ts";

const tag = "Solana delegators (v0)";

const rewards = {
  count: "lookup/solana/stake_authority_reward_count.sql",
  cursor: byDay,
  total: fromOpened,
};

export const solanaAuthorityRewardsV0 = defineEndpoint({
  operation: "solanaStakeAuthorityRewards",
  method: "get",
  path: "/v0/solana/delegators/stakeAuthorities/{stake_authority}/rewards",
  tag,
  chain,
  summary: "Rewards of one authority's stake accounts, by day, newest first",
  kind: "page",
  params: stakeAuthorityPath,
  query: z.object({
    from: newestPeriod,
    size: pageSize(15),
    includeDelegations: flag.default(false).describe("Include the distribution of its stake over validators"),
  }),
  answer: {
    ...rewards,
    row: solanaAuthorityRewards,
    sql: "v0/solana/delegator_authority_rewards.sql",
  },
  variants: {
    field: "includeDelegations",
    answers: {
      true: {
        ...rewards,
        row: solanaAuthorityRewardsWithDelegations,
        sql: "v0/solana/delegator_authority_rewards_delegations.sql",
      },
    },
  },
  pageFields: ["from", "size"],
  prepare: async ({ params, query, network }, services) => {
    await requireStakeAuthority(services, network, params.stake_authority);
    return { values: { network, stakeAuthority: params.stake_authority, ...dayPageOf(query) } };
  },
  weight,
});

export const solanaStakeAuthorities = defineEndpoint({
  operation: "solanaStakeAuthorities",
  method: "get",
  path: "/v0/solana/delegators/stakeAuthorities",
  tag,
  chain,
  summary: "Summaries of stake authorities over a window of days, that with the most stake first",
  kind: "page",
  params: z.object({}),
  query: z.object({
    window: rankedQuery.window,
    type: choice(["stakePool", "other"])
      .optional()
      .describe("stakePool: only withdraw authorities of stake pools. other: only those that are none"),
    from: rankedQuery.from,
    size: rankedQuery.size,
  }),
  answer: {
    row: solanaAuthoritySummary,
    sql: "v0/solana/delegator_authorities.sql",
    count: "lookup/solana/stake_authority_count.sql",
    cursor: { field: "from" },
  },
  pageFields: ["from", "size"],
  prepare: async ({ query, network }) => ({
    values: {
      network,
      ...windowOf(query.window),
      type: query.type ?? null,
      size: query.size,
      offset: query.from,
      sortOrder: "asc",
    },
  }),
  weight,
});

export const solanaStakeAuthoritySummary = defineEndpoint({
  operation: "solanaStakeAuthoritySummary",
  method: "get",
  path: "/v0/solana/delegators/stakeAuthorities/{stake_authority}/summary",
  tag,
  chain,
  summary: "Summary of one stake authority over a window of days",
  kind: "one",
  params: stakeAuthorityPath,
  query: z.object({ window: windowField }),
  answer: { row: solanaAuthoritySummary, sql: "v0/solana/delegator_authority_summary.sql" },
  prepare: async ({ params, query, network }, services) => {
    await requireStakeAuthority(services, network, params.stake_authority);
    return { values: { network, stakeAuthority: params.stake_authority, ...windowOf(query.window) } };
  },
  weight,
});

export const solanaPoolMetadata = defineEndpoint({
  operation: "solanaStakePoolMetadata",
  method: "get",
  path: "/v0/solana/delegators/stakeAuthorities/{stake_authority}/poolMetadata",
  tag,
  chain,
  summary: "The stake pool of a stake authority",
  description: "404 for an address that is the withdraw authority of no stake pool.",
  kind: "one",
  params: stakeAuthorityPath,
  query: z.object({}),
  answer: { row: solanaStakePoolMetadata, sql: "v0/solana/stake_pool_metadata.sql" },
  prepare: async ({ params, network }) => ({
    values: { network, stakeAuthority: params.stake_authority },
  }),
  weight,
});
