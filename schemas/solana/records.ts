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

const noVotes = "null under Alpenglow, where votes are not on chain, and when blocks were not read whole";

export const voteAccount = textColumn.describe("Vote account, by which a validator is known");
export const validatorIdentity = textColumn.describe("Identity of the validator, which leads slots");

/** The period of a record: a UTC day, or an interval of 3,000 slots. */
export const period = {
  day: dateColumn.nullable().describe("UTC day; null for an interval of slots"),
  fromTimestamp: timestampColumn.describe("Time of the first slot"),
  toTimestamp: timestampColumn.describe("Time of the last slot"),
  fromSlot: integerColumn.describe("First slot of the interval, or of the day as far as it is known"),
  toSlot: integerColumn.describe("Last slot, inclusive"),
  fromEpoch: integerColumn,
  toEpoch: integerColumn,
};

/** States are read at each epoch while following, and once at the end of a backfill: nodes tell of now only. */
export const nearestStake =
  "By the state nearest to the period: of a backfilled day that is the stake of when the backfill ran";

const blocks = {
  leaderSlots: integerColumn.describe("Slots to lead"),
  producedBlocks: integerColumn.describe("Of them, those with a block"),
  skippedSlots: integerColumn.describe("Of them, those without a block"),
  emptySlots: integerColumn
    .nullable()
    .describe(
      "Blocks without transactions; 0 for every period before Alpenglow, null when blocks were not read whole",
    ),
  voteOnlyBlocks: integerColumn
    .nullable()
    .describe("Blocks with nothing but votes; null when blocks were not read whole"),
  skipRate: numberColumn.nullable().describe("skippedSlots of leaderSlots; null without any"),
};
const unled = "null when no node has the leader schedule of the period any more";
const ownBlocks = {
  ...blocks,
  leaderSlots: integerColumn.nullable().describe(`Slots to lead; ${unled}`),
  producedBlocks: integerColumn.describe("Blocks that it produced"),
  skippedSlots: integerColumn.nullable().describe(`Slots to lead without a block; ${unled}`),
  skipRate: numberColumn.nullable().describe(`skippedSlots of leaderSlots; null without any; ${unled}`),
};

const ratings = {
  proposerEffectiveness: numberColumn
    .nullable()
    .describe(
      "Blocks with transactions of users count 1, others 0.25, of the slots to lead, 0 to 1; null without any",
    ),
  votingEffectiveness: numberColumn
    .nullable()
    .describe(
      "Vote credits of those possible, 0 to 1; under Alpenglow, certificates that include it of those that could; null when unknown",
    ),
};
const combined =
  "Of proposerEffectiveness and votingEffectiveness, 3 parts to 5, or the one that there is, 0 to 1; null without both";

export const depth = z
  .enum(["rewards", "votes"])
  .describe("Source of the computation: blocks without transactions, or full blocks");

const isComplete = booleanColumn.describe(
  "All slots are known, and all in which votes for them may land: the record changes no more",
);

export const solanaValidatorPerformance = z
  .object({
    voteAccount,
    validatorIdentity,
    ...period,
    ...ownBlocks,
    ...ratings,
    effectiveness: numberColumn.nullable().describe(combined),
    networkEffectiveness: numberColumn.nullable().describe("The same of all validators; null as that"),
    totalVotes: integerColumn.nullable().describe(`Confirmed blocks that it voted for; ${noVotes}`),
    sumLatency: integerColumn.nullable().describe(`Slots from block to vote, summed up; ${noVotes}`),
    voteLatency: numberColumn.nullable().describe(`sumLatency of totalVotes; ${noVotes}`),
    totalVoteScore: integerColumn.nullable().describe(`Vote credits by latency; ${noVotes}`),
    delinquencies: integerColumn
      .nullable()
      .describe(`Confirmed blocks without its vote while it had stake; ${noVotes}. ${nearestStake}`),
    uptime: numberColumn
      .nullable()
      .describe(`totalVotes of confirmedBlocks while it had stake; ${noVotes}. ${nearestStake}`),
    confirmedBlocks: integerColumn.describe("Confirmed blocks of all leaders"),
    activatedStake: numberColumn.nullable().describe(`SOL; null when no state is known. ${nearestStake}`),
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
      .describe("SOL that its blocks paid it of their fees; null for intervals, since fees are kept by day"),
    depth,
    isComplete,
  })
  .meta({ id: "SolanaBlockInsights" });

export const solanaNetworkEffectiveness = z
  .object({
    ...period,
    validatorCount: integerColumn.describe(`Vote accounts with stake, or that voted. ${nearestStake}`),
    activatedStake: numberColumn.nullable().describe(`SOL; null when no state is known. ${nearestStake}`),
    ...blocks,
    ...ratings,
    networkEffectiveness: numberColumn.nullable().describe(combined),
    voteSuccessRate: numberColumn
      .nullable()
      .describe(`Votes of those that all validators could have cast; ${noVotes}`),
    votingLatency: numberColumn.nullable().describe(`Mean slots from block to vote; ${noVotes}`),
    totalVotes: integerColumn.nullable().describe(noVotes),
    confirmedBlocks: integerColumn,
    depth,
    isComplete,
  })
  .meta({ id: "SolanaNetworkEffectiveness" });

const windowOfDays = {
  timeWindow: textColumn.describe("1d, 7d, 30d or all: days up to the newest complete one"),
  fromDay: dateColumn.describe("First day that there is a record of"),
  toDay: dateColumn.describe("Last day"),
};

export const solanaNetworkOverview = z
  .object({
    ...windowOfDays,
    fromEpoch: integerColumn,
    toEpoch: integerColumn,
    validatorCount: integerColumn.describe(
      `Vote accounts with stake, or that voted, on the last day. ${nearestStake}`,
    ),
    activatedStake: numberColumn
      .nullable()
      .describe(`SOL on the last day; null when no state is known. ${nearestStake}`),
    ...blocks,
    ...ratings,
    networkEffectiveness: numberColumn.nullable().describe(combined),
    networkVoteSuccessRate: numberColumn
      .nullable()
      .describe(`Votes of those that all validators could have cast; ${noVotes}`),
    networkVotingLatency: numberColumn.nullable().describe(`Mean slots from block to vote; ${noVotes}`),
    delegatorApy: numberColumn
      .nullable()
      .describe("What delegators were paid, net of commission, of the stake, a year; null when unknown"),
  })
  .meta({ id: "SolanaNetworkOverview" });
