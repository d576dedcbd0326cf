import { z } from "zod";
import { pageSize } from "../../../schemas/request.ts";
import { solanaValidatorRewards } from "../../../schemas/solana/rewardRecords.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { validatorPath } from "../../solana/addresses.ts";
import { solana as chain, weightV0 as weight } from "../../solana/chain.ts";
import { pagesBack } from "../../solana/performance.ts";
import { granularityField, newestFirst, newestOf, newestPeriod, oldestOpen } from "../../solana/query.ts";
import { voteAccountOf } from "../../solana/subjects.ts";

export const solanaValidatorRewardsV0 = defineEndpoint({
  operation: "solanaValidatorRewardsV0",
  method: "get",
  path: "/v0/solana/validators/{validator_id}/rewards",
  tag: "Solana validators (v0)",
  chain,
  summary: "Rewards of one validator and its delegators, newest first",
  description:
    "By the blocks that paid: inflation of an epoch is paid in the first blocks of the next one. Tips count where their epoch ended.",
  kind: "page",
  params: validatorPath,
  query: z.object({ from: newestPeriod, granularity: granularityField, size: pageSize(15) }),
  ...pagesBack(solanaValidatorRewards, {
    day: {
      sql: "v0/solana/validator_rewards_day.sql",
      count: "lookup/solana/validator_reward_day_count.sql",
    },
    interval: {
      sql: "v0/solana/validator_rewards_interval.sql",
      count: "lookup/solana/validator_reward_interval_count.sql",
    },
  }),
  pageFields: ["from", "size", "granularity"],
  prepare: async ({ params, query, network }, services) => ({
    values: {
      network,
      voteAccount: await voteAccountOf(services, network, params.validator_id),
      ...oldestOpen,
      ...newestOf(query.from),
      ...newestFirst,
      size: query.size,
    },
  }),
  weight,
});
