/** Records of the whole network of Ethereum. Field order is the order in the JSON and in the SQL. */
import { z } from "zod";
import { dateColumn, integerColumn, numberColumn, textColumn, timestampColumn } from "../columns.ts";

const gweiOrNull = integerColumn.nullable();

const networkDay = {
  startEpoch: integerColumn.describe("First epoch covered"),
  endEpoch: integerColumn.describe("Last epoch covered"),
  startSlot: integerColumn.describe("First slot covered"),
  endSlot: integerColumn.describe("Last slot covered"),
  startTimestamp: timestampColumn.describe("Start of the first slot"),
  endTimestamp: timestampColumn.describe("End of the last slot"),
  validatorCount: integerColumn.describe("Validators active in the last epoch"),
  totalEffectiveBalance: integerColumn.describe("Sum of their effective balances, gwei"),
  sumConsensusRewards: gweiOrNull.describe(
    "Consensus rewards minus penalties of all validators, gwei; null if a correlation penalty is unknown",
  ),
  sumExecutionRewards: gweiOrNull.describe(
    "Priority fees and baseline MEV, gwei; null without an execution node",
  ),
  sumPriorityFees: gweiOrNull.describe("Priority fees, gwei; null without an execution node"),
  sumBaselineMev: gweiOrNull.describe("Baseline MEV, gwei; null without an execution node"),
};

export const networkDailyRewards = z
  .object({ date: dateColumn.describe("UTC day"), ...networkDay })
  .meta({ id: "NetworkDailyConsensusExecutionRewards" });

export const networkChainDailyRewards = z
  .object({ day: integerColumn.describe("Number of the chain day"), ...networkDay })
  .meta({ id: "NetworkDailyConsensusExecutionRewardsChain" });

const integerOrNull = integerColumn.nullable();
const numberOrNull = numberColumn.nullable();

export const networkStats = z
  .object({
    day: integerColumn.describe("Number of the chain day"),
    avgUptime: numberOrNull.describe("Attested / duties, 0 to 1, mean over validators; null without a duty"),
    avgInclusionDelay: numberOrNull.describe(
      "Slots from duty to inclusion, mean over validators; null without an included attestation",
    ),
    avgCorrectness: numberOrNull.describe(
      "Correct votes / counted votes, 0 to 1, mean over validators; null without an included attestation",
    ),
    avgValidatorEffectiveness: numberOrNull.describe(
      "The rating, 0 to 100, mean over validators; null without a duty",
    ),
  })
  .meta({ id: "NetworkStats" });

const withoutExecution = "null without an execution node";
const activeAlways = "validators that were active in every epoch of the window, 90 days at most";
const daysBefore = "1, 7 or 30 days before; 0 for all; null if that day is not stored";
const latestState = "in the state of latestEpoch; null if latestEpoch is null";

export const networkOverview = z
  .object({
    timeWindow: textColumn.describe("1d, 7d, 30d or all: chain days that end with the last complete one"),
    validatorCount: integerColumn.describe("Validators active in the last epoch of the last day"),
    validatorCountDiff: integerOrNull.describe(`Change since ${daysBefore}`),
    medianValidatorAgeDays: integerOrNull.describe(
      "Median age of active validators, in whole chain days; null without an active validator",
    ),
    activeStake: integerColumn.describe("Sum of their effective balances, gwei"),
    activeStakeDiff: integerOrNull.describe(`Change since ${daysBefore}, gwei`),
    avgValidatorBalance: numberOrNull.describe(
      "Mean of their balances after the last slot, gwei; null without an active validator",
    ),
    avgValidatorBalanceDiff: numberOrNull.describe(`Change since ${daysBefore}, gwei`),
    consensusLayerRewardsPercentage: numberOrNull.describe(
      `Share of consensus rewards in all rewards, 0 to 100; ${withoutExecution}`,
    ),
    priorityFeesPercentage: numberOrNull.describe(
      `Share of priority fees in all rewards, 0 to 100; ${withoutExecution}`,
    ),
    baselineMevPercentage: numberOrNull.describe(
      `Share of baseline MEV in all rewards, 0 to 100; ${withoutExecution}`,
    ),
    avgValidatorEffectiveness: numberOrNull.describe(
      "The rating, 0 to 100, mean over validators and days; null without a duty",
    ),
    avgInclusionDelay: numberOrNull.describe(
      "Slots from duty to inclusion, mean over validators and days; null without an included attestation",
    ),
    avgUptime: numberOrNull.describe(
      "Attested / duties, 0 to 100, mean over validators and days; null without a duty",
    ),
    sumMissedSlots: integerColumn.describe("Slots without a canonical block"),
    missedSlotsPercentage: numberOrNull.describe(
      "Share of missed slots in all slots, 0 to 100; null without a slot",
    ),
    avgConsensusAprPercentage: numberOrNull.describe(
      `Annual consensus rewards in percent of the stake, mean over ${activeAlways}; null without such a validator`,
    ),
    avgExecutionAprPercentage: numberOrNull.describe(`The same for execution rewards; ${withoutExecution}`),
    medianConsensusAprPercentage: numberOrNull.describe(
      "Median over the same validators; null without such a validator",
    ),
    medianExecutionAprPercentage: numberOrNull.describe(
      `The same for execution rewards; ${withoutExecution}`,
    ),
    consensusRewardsRatio: numberOrNull.describe(
      `Share of consensus rewards in all rewards, 0 to 1; ${withoutExecution}`,
    ),
    executionRewardsRatio: numberOrNull.describe(
      `Share of execution rewards in all rewards, 0 to 1; ${withoutExecution}`,
    ),
    avgNetworkAprPercentage: numberOrNull.describe(
      `Consensus and execution rewards together; ${withoutExecution}`,
    ),
    medianNetworkAprPercentage: numberOrNull.describe(
      `Consensus and execution rewards together; ${withoutExecution}`,
    ),
    avgConsensusAprGwei: integerOrNull.describe(
      "avgConsensusAprPercentage of 32 ETH, gwei per year; null if avgConsensusAprPercentage is null",
    ),
    avgExecutionAprGwei: integerOrNull.describe(`The same for execution rewards; ${withoutExecution}`),
    medianConsensusAprGwei: integerOrNull.describe(
      "medianConsensusAprPercentage of 32 ETH, gwei per year; null if medianConsensusAprPercentage is null",
    ),
    medianExecutionAprGwei: integerOrNull.describe(`The same for execution rewards; ${withoutExecution}`),
    avgNetworkAprGwei: integerOrNull.describe(
      `Consensus and execution rewards together; ${withoutExecution}`,
    ),
    medianNetworkAprGwei: integerOrNull.describe(
      `Consensus and execution rewards together; ${withoutExecution}`,
    ),
    giniCoefficient: numberOrNull.describe(
      "Gini coefficient of active validators on the last day, by pool, otherwise by operator, address or single validator; null without an active validator",
    ),
    clientPercentages: z
      .array(z.object({ client: textColumn, percentage: numberColumn }))
      .describe("Empty: no source of client shares is imported"),
    clientValidatorEffectiveness: z
      .array(z.object({ client: textColumn, avgValidatorEffectiveness: numberColumn }))
      .describe("Empty: no source of clients is imported"),
    latestEpoch: integerOrNull.describe(
      "Last computed epoch, which may be later than the window's last epoch; null until the queues are computed",
    ),
    activationQueueMinutes: numberOrNull.describe(
      `Minutes to process all pending deposits at an epoch's limit, ${latestState}`,
    ),
    activatingValidators: integerOrNull.describe(
      `Eligible validators that are not active yet, and new keys among pending deposits, ${latestState}`,
    ),
    activatingStake: integerOrNull.describe(
      "Sum of their effective balances and deposits, gwei; null if latestEpoch is null",
    ),
    exitQueueMinutes: numberOrNull.describe(
      `Minutes until the latest exit epoch, 0 without an exit, ${latestState}`,
    ),
    exitingValidators: integerOrNull.describe(
      `Exiting validators, except those that consolidate, ${latestState}`,
    ),
    exitingStake: integerOrNull.describe(
      "Sum of their effective balances, gwei; null if latestEpoch is null",
    ),
    withdrawalQueueMinutes: numberOrNull.describe(
      `Minutes until the latest withdrawable epoch, ${latestState}`,
    ),
    withdrawalProcessingQueueMinutes: numberOrNull.describe(
      "Minutes of a sweep over all validators, at 16 withdrawals per slot; null if latestEpoch is null",
    ),
    fullyWithdrawingValidators: integerOrNull.describe(
      `Withdrawable validators with a balance, ${latestState}`,
    ),
    partiallyWithdrawingValidators: integerOrNull.describe(
      `Validators with the maximum effective balance and a balance above it, ${latestState}`,
    ),
    totalWithdrawingValidators: integerOrNull.describe("Sum of both; null if latestEpoch is null"),
    fullyWithdrawingBalance: integerOrNull.describe(
      "Balance of fully withdrawing validators, gwei; null if latestEpoch is null",
    ),
    partiallyWithdrawingBalance: integerOrNull.describe(
      "Balance of partially withdrawing validators above the maximum effective balance, gwei; null if latestEpoch is null",
    ),
    totalWithdrawingBalance: integerOrNull.describe("Sum of both, gwei; null if latestEpoch is null"),
  })
  .meta({ id: "NetworkOverview" });
