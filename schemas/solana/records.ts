/** Records of Solana's validators and network. SOL are whole and exact to the lamport; parts of a whole are 0 to 1. */
import { z } from "zod";
import {
  booleanColumn,
  dateColumn,
  integerColumn,
  numberColumn,
  textColumn,
  timestampColumn,
} from "../columns.ts";

const noVotes = "null under Alpenglow, where votes are not on chain, or if full blocks were not read";

export const voteAccount = textColumn.describe("Vote account, which identifies a validator");
export const validatorIdentity = textColumn.describe(
  "Identity of the validator: its address in leader schedules",
);

/** The period of a record: a UTC day, or an interval of 3,000 slots. */
export const period = {
  day: dateColumn.nullable().describe("UTC day; null for an interval of slots"),
  fromTimestamp: timestampColumn.describe("Time of the first slot"),
  toTimestamp: timestampColumn.describe("Time of the last slot"),
  fromSlot: integerColumn.describe("First slot of the interval, or first known slot of the day"),
  toSlot: integerColumn.describe("Last slot, inclusive"),
  fromEpoch: integerColumn,
  toEpoch: integerColumn,
};

/**
 * States are read at each epoch while following, and once at the end of a backfill, because nodes serve only the
 * current one.
 */
export const nearestStake =
  "From the state nearest to the period; for a backfilled day, the state at the time of the backfill";

const blocks = {
  leaderSlots: integerColumn.describe("Leader slots"),
  producedBlocks: integerColumn.describe("Leader slots with a block"),
  skippedSlots: integerColumn.describe("Leader slots without a block"),
  emptySlots: integerColumn
    .nullable()
    .describe(
      "Blocks without transactions; 0 for every period before Alpenglow, null if full blocks were not read",
    ),
  voteOnlyBlocks: integerColumn
    .nullable()
    .describe("Blocks with votes only; null if full blocks were not read"),
  skipRate: numberColumn.nullable().describe("skippedSlots / leaderSlots; null without leader slots"),
};
const unled = "null if no node serves the leader schedule of the period any longer";
const ownBlocks = {
  ...blocks,
  leaderSlots: integerColumn.nullable().describe(`Leader slots; ${unled}`),
  producedBlocks: integerColumn.describe("Blocks that it produced"),
  skippedSlots: integerColumn.nullable().describe(`Leader slots without a block; ${unled}`),
  skipRate: numberColumn
    .nullable()
    .describe(`skippedSlots / leaderSlots; null without leader slots; ${unled}`),
};

const ratings = {
  proposerEffectiveness: numberColumn
    .nullable()
    .describe(
      "Score of blocks (1 with user transactions, otherwise 0.25) / leader slots, 0 to 1; null without leader slots",
    ),
  votingEffectiveness: numberColumn
    .nullable()
    .describe(
      "Vote credits / possible vote credits, 0 to 1; under Alpenglow, the share of possible certificates that include it; null if unknown",
    ),
};
const combined =
  "Weighted mean of proposerEffectiveness (3 parts) and votingEffectiveness (5 parts), or the only one that is known, 0 to 1; null if both are unknown";

export const depth = z
  .enum(["rewards", "votes"])
  .describe("Data that was read: rewards (blocks without transactions) or votes (full blocks)");

const isComplete = booleanColumn.describe(
  "All slots are known, and all slots in which votes for them may land; the record no longer changes",
);

export const solanaValidatorPerformance = z
  .object({
    voteAccount,
    validatorIdentity,
    ...period,
    ...ownBlocks,
    ...ratings,
    effectiveness: numberColumn.nullable().describe(combined),
    networkEffectiveness: numberColumn
      .nullable()
      .describe("Effectiveness of all validators; null if unknown"),
    totalVotes: integerColumn.nullable().describe(`Confirmed blocks that it voted for; ${noVotes}`),
    sumLatency: integerColumn.nullable().describe(`Sum of the slots between block and vote; ${noVotes}`),
    voteLatency: numberColumn.nullable().describe(`sumLatency / totalVotes; ${noVotes}`),
    totalVoteScore: integerColumn.nullable().describe(`Vote credits by latency; ${noVotes}`),
    delinquencies: integerColumn
      .nullable()
      .describe(`Confirmed blocks without its vote while it had stake; ${noVotes}. ${nearestStake}`),
    uptime: numberColumn
      .nullable()
      .describe(`totalVotes / confirmedBlocks while it had stake; ${noVotes}. ${nearestStake}`),
    confirmedBlocks: integerColumn.describe("Confirmed blocks of all leaders"),
    activatedStake: numberColumn.nullable().describe(`SOL; null if no state is known. ${nearestStake}`),
    depth,
    isComplete,
  })
  .meta({ id: "SolanaValidatorPerformance" });

export const solanaBlockInsights = z
  .object({
    voteAccount,
    validatorIdentity,
    ...period,
    ...ownBlocks,
    ...ratings,
    blockRewards: numberColumn
      .nullable()
      .describe(
        "Fees that it received for its blocks, SOL; null for intervals, because fees are stored by day",
      ),
    depth,
    isComplete,
  })
  .meta({ id: "SolanaBlockInsights" });

export const solanaNetworkEffectiveness = z
  .object({
    ...period,
    validatorCount: integerColumn.describe(`Vote accounts with stake or votes. ${nearestStake}`),
    activatedStake: numberColumn.nullable().describe(`SOL; null if no state is known. ${nearestStake}`),
    ...blocks,
    ...ratings,
    networkEffectiveness: numberColumn.nullable().describe(combined),
    voteSuccessRate: numberColumn.nullable().describe(`Votes / possible votes of all validators; ${noVotes}`),
    votingLatency: numberColumn.nullable().describe(`Mean slots from block to vote; ${noVotes}`),
    totalVotes: integerColumn.nullable().describe(`Votes of all validators; ${noVotes}`),
    confirmedBlocks: integerColumn,
    depth,
    isComplete,
  })
  .meta({ id: "SolanaNetworkEffectiveness" });

const windowOfDays = {
  timeWindow: textColumn.describe("1d, 7d, 30d or all: days up to the newest complete one"),
  fromDay: dateColumn.describe("First day with a record"),
  toDay: dateColumn.describe("Last day"),
};

export const solanaNetworkOverview = z
  .object({
    ...windowOfDays,
    fromEpoch: integerColumn,
    toEpoch: integerColumn,
    validatorCount: integerColumn.describe(
      `Vote accounts with stake or votes on the last day. ${nearestStake}`,
    ),
    activatedStake: numberColumn
      .nullable()
      .describe(`SOL on the last day; null if no state is known. ${nearestStake}`),
    ...blocks,
    ...ratings,
    networkEffectiveness: numberColumn.nullable().describe(combined),
    networkVoteSuccessRate: numberColumn
      .nullable()
      .describe(`Votes / possible votes of all validators; ${noVotes}`),
    networkVotingLatency: numberColumn.nullable().describe(`Mean slots from block to vote; ${noVotes}`),
    delegatorApy: numberColumn
      .nullable()
      .describe("Annual rate of delegators' rewards after commission on the stake; null if unknown"),
  })
  .meta({ id: "SolanaNetworkOverview" });
