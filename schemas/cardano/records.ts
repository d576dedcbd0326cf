/** Records of the API. Amounts are ADA, exact to the lovelace. */
import { z } from "zod";
import {
  booleanColumn,
  dateColumn,
  integerColumn,
  numberColumn,
  textColumn,
  textListColumn,
} from "../columns.ts";

const isComplete = booleanColumn.describe(
  "What the day's epochs earned is known and the record does not change any more",
);
const waitsFor = textListColumn.describe(
  "What changes the record when it is known: epochRewards, which are paid two epochs after the day's. Empty: nothing",
);
const range = {
  day: dateColumn.describe("UTC day"),
  epoch: integerColumn.describe("Epoch in force at the day's last second"),
  fromBlockNumber: integerColumn.describe("First block of the chain in the day, of any pool"),
  toBlockNumber: integerColumn.describe("Last block of the chain in the day, of any pool"),
  fromSlotNumber: integerColumn.describe("Absolute slot of the first block"),
  toSlotNumber: integerColumn.describe("Absolute slot of the last block"),
};
const earned = "by the pool's blocks in the epochs of the day; null until the epoch after next has begun";
const rewards = {
  totalRealizedDelegatorRewards: numberColumn.describe(
    "Paid to delegators on this day, which earned it two epochs before; 0 on days on which no epoch starts",
  ),
  totalRealizedValidatorRewards: numberColumn.describe(
    "Paid on this day to the pool's reward account: fees and the owners' own share",
  ),
  totalEarnedDelegatorRewards: numberColumn.nullable().describe(`Earned for delegators, ${earned}`),
  totalEarnedValidatorRewards: numberColumn
    .nullable()
    .describe(`Earned for the pool's reward account: fees and the owners' own share, ${earned}`),
};

const gross = {
  totalRealizedGrossRewards: numberColumn.describe(
    "Paid to both together: before fees; totalRealizedDelegatorRewards is net",
  ),
  totalEarnedGrossRewards: numberColumn
    .nullable()
    .describe(
      "Earned by both together: before fees; totalEarnedDelegatorRewards is net; null until both are known",
    ),
};

export const cardanoPoolRewards = z
  .object({
    ...range,
    poolId: textColumn.describe("bech32, pool1…"),
    poolName: textColumn.nullable().describe("Of the pool's metadata; null without"),
    poolTicker: textColumn.nullable().describe("Of the pool's metadata; null without"),
    poolOwnerStakeAddresses: textListColumn,
    poolHashId: textColumn.describe("Hash of the pool's key: 56 hex digits"),
    ...rewards,
    poolFee: numberColumn.describe("Margin of the registration in force in `epoch`: a fraction"),
    poolFlatFee: numberColumn.describe("Fixed cost an epoch, ADA"),
    ...gross,
    earnedRewardsResidual: numberColumn
      .nullable()
      .describe(
        "Earned rewards minus the ledger formulas' rewards of registered accounts; null where either is unknown, or registrations were not read",
      ),
    earnedUnpaidRewards: numberColumn
      .nullable()
      .describe(
        "Rewards by formula of accounts that were not paid because they were not registered; not part of earned rewards; null under the conditions of earnedRewardsResidual",
      ),
    waitsFor,
    isComplete,
  })
  .meta({ id: "CardanoPoolRewards" });

export const cardanoNetworkRewards = z
  .object({
    ...range,
    totalActivePools: integerColumn.describe("Pools with active stake in `epoch`"),
    ...rewards,
    avgPoolFee: numberColumn
      .nullable()
      .describe("Unweighted mean margin of these pools, 12 decimals; null without one"),
    avgPoolFlatFee: numberColumn
      .nullable()
      .describe("Unweighted mean fixed cost of these pools, ADA; null without one"),
    ...gross,
    earnedRewardsResidual: numberColumn.nullable().describe("Sum over pools; null when that of one is"),
    earnedUnpaidRewards: numberColumn.nullable().describe("Sum over pools; null when that of one is"),
    waitsFor,
    isComplete,
  })
  .meta({ id: "CardanoNetworkRewards" });
