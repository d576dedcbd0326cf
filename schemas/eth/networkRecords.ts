/** What Ethereum's days of the whole network are answered with. Field order is the order in the JSON and in the SQL. */
import { z } from "zod";
import { dateColumn, integerColumn, timestampColumn } from "../columns.ts";

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
  sumConsensusRewards: integerColumn.describe("Consensus rewards less penalties of all validators, gwei"),
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
