/** What Ethereum's days of the whole network are answered with. Field order is the order in the JSON and in the SQL. */
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
  totalEffectiveBalance: integerColumn.describe("Their effective balances, gwei"),
  sumConsensusRewards: gweiOrNull.describe(
    "Consensus rewards less penalties of all validators, gwei; null where a correlation penalty is not known",
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
      "Right votes / counted votes, 0 to 1, mean over validators; null without an included attestation",
    ),
    avgValidatorEffectiveness: numberOrNull.describe(
      "The rating, 0 to 100, mean over validators; null without a duty",
    ),
  })
  .meta({ id: "NetworkStats" });

const withoutExecution = "null without an execution node";
const activeAlways = "validators that were active in every epoch of the window, 90 days at most";
const daysBefore = "1, 7 or 30 days before; of all 0; null where that day is not here";
const latestState = "in the state of latestEpoch; null as that";

export const networkOverview = z
  .object({
    timeWindow: textColumn.describe("1d, 7d, 30d or all: chain days that end with the last complete one"),
    validatorCount: integerColumn.describe("Validators active in the last epoch of the last day"),
    validatorCountDiff: integerOrNull.describe(`More than ${daysBefore}`),
    medianValidatorAgeDays: integerOrNull.describe(
      "Median of the whole chain days that they have been active; null without an active validator",
    ),
    activeStake: integerColumn.describe("Their effective balances, gwei"),
    activeStakeDiff: integerOrNull.describe(`More than ${daysBefore}, gwei`),
    avgValidatorBalance: numberOrNull.describe(
      "Mean of their balances after the last slot, gwei; null without an active validator",
    ),
    avgValidatorBalanceDiff: numberOrNull.describe(`More than ${daysBefore}, gwei`),
    consensusLayerRewardsPercentage: numberOrNull.describe(
      `Share of consensus rewards in all rewards, 0 to 100; ${withoutExecution}`,
    ),
    priorityFeesPercentage: numberOrNull.describe(`Part of priority fees, 0 to 100; ${withoutExecution}`),
    baselineMevPercentage: numberOrNull.describe(`Part of baseline MEV, 0 to 100; ${withoutExecution}`),
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
    missedSlotsPercentage: numberOrNull.describe("Part of all slots, 0 to 100; null without a slot"),
    avgConsensusAprPercentage: numberOrNull.describe(
      `A year's consensus rewards in percent of the stake, mean over ${activeAlways}; null without such a validator`,
    ),
    avgExecutionAprPercentage: numberOrNull.describe(`That of execution rewards; ${withoutExecution}`),
    medianConsensusAprPercentage: numberOrNull.describe("Median over the same validators; null as that mean"),
    medianExecutionAprPercentage: numberOrNull.describe(`That of execution rewards; ${withoutExecution}`),
    consensusRewardsRatio: numberOrNull.describe(
      `Share of consensus rewards in all rewards, 0 to 1; ${withoutExecution}`,
    ),
    executionRewardsRatio: numberOrNull.describe(
      `Share of execution rewards in all rewards, 0 to 1; ${withoutExecution}`,
    ),
    avgNetworkAprPercentage: numberOrNull.describe(`Consensus and execution; ${withoutExecution}`),
    medianNetworkAprPercentage: numberOrNull.describe(`Consensus and execution; ${withoutExecution}`),
    avgConsensusAprGwei: integerOrNull.describe(
      "avgConsensusAprPercentage of 32 ETH, gwei a year; null as that",
    ),
    avgExecutionAprGwei: integerOrNull.describe(`That of execution rewards; ${withoutExecution}`),
    medianConsensusAprGwei: integerOrNull.describe(
      "medianConsensusAprPercentage of 32 ETH, gwei a year; null as that",
    ),
    medianExecutionAprGwei: integerOrNull.describe(`That of execution rewards; ${withoutExecution}`),
    avgNetworkAprGwei: integerOrNull.describe(`Consensus and execution; ${withoutExecution}`),
    medianNetworkAprGwei: integerOrNull.describe(`Consensus and execution; ${withoutExecution}`),
    giniCoefficient: numberOrNull.describe(
      "Of active validators over pools, else operators, else addresses, else validators, on the last day; null without an active validator",
    ),
    clientPercentages: z
      .array(z.object({ client: textColumn, percentage: numberColumn }))
      .describe("Empty: no source of client shares is imported"),
    clientValidatorEffectiveness: z
      .array(z.object({ client: textColumn, avgValidatorEffectiveness: numberColumn }))
      .describe("Empty: no source of clients is imported"),
    latestEpoch: integerOrNull.describe(
      "Last epoch that is computed; it may be later than the window's last one; null until the queues are computed",
    ),
    activationQueueMinutes: numberOrNull.describe(
      `All pending deposits / what an epoch lets in, ${latestState}`,
    ),
    activatingValidators: integerOrNull.describe(
      `Eligible and not active yet, and new keys among pending deposits, ${latestState}`,
    ),
    activatingStake: integerOrNull.describe(
      "Their effective balances and deposits, gwei; null as latestEpoch",
    ),
    exitQueueMinutes: numberOrNull.describe(`Until the latest exit epoch, 0 without any, ${latestState}`),
    exitingValidators: integerOrNull.describe(
      `Leaving, but for those that are merged into others, ${latestState}`,
    ),
    exitingStake: integerOrNull.describe("Their effective balances, gwei; null as latestEpoch"),
    withdrawalQueueMinutes: numberOrNull.describe(`Until the latest withdrawable epoch, ${latestState}`),
    withdrawalProcessingQueueMinutes: numberOrNull.describe(
      "How long a round of withdrawals takes: 16 a slot; null as latestEpoch",
    ),
    fullyWithdrawingValidators: integerOrNull.describe(`Withdrawable with a balance, ${latestState}`),
    partiallyWithdrawingValidators: integerOrNull.describe(
      `Effective balance at its ceiling and balance above it, ${latestState}`,
    ),
    totalWithdrawingValidators: integerOrNull.describe("Both; null as latestEpoch"),
    fullyWithdrawingBalance: integerOrNull.describe("What the former have, gwei; null as latestEpoch"),
    partiallyWithdrawingBalance: integerOrNull.describe(
      "What the latter have above it, gwei; null as latestEpoch",
    ),
    totalWithdrawingBalance: integerOrNull.describe("Both, gwei; null as latestEpoch"),
  })
  .meta({ id: "NetworkOverview" });
