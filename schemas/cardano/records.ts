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
  "Rewards earned in the day's epochs are known; the record no longer changes",
);
const waitsFor = textListColumn.describe(
  "Facts that are not known yet and will change the record: epochRewards, which are paid two epochs after the day's epochs. Empty if there are none",
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
    "Paid to delegators on this day, earned two epochs before; 0 on days on which no epoch starts",
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
    "Paid to delegators and the pool together, before fees; totalRealizedDelegatorRewards is net of fees",
  ),
  totalEarnedGrossRewards: numberColumn
    .nullable()
    .describe(
      "Earned for delegators and the pool together, before fees; totalEarnedDelegatorRewards is net of fees; null until both are known",
    ),
};

export const cardanoPoolRewards = z
  .object({
    ...range,
    poolId: textColumn.describe("bech32, pool1…"),
    poolName: textColumn.nullable().describe("From the pool's metadata; null if it has none"),
    poolTicker: textColumn.nullable().describe("From the pool's metadata; null if it has none"),
    poolOwnerStakeAddresses: textListColumn,
    poolHashId: textColumn.describe("Hash of the pool's key: 56 hex digits"),
    ...rewards,
    poolFee: numberColumn.describe("Margin of the registration in force in `epoch`, 0 to 1"),
    poolFlatFee: numberColumn.describe("Fixed cost per epoch, ADA"),
    ...gross,
    earnedRewardsResidual: numberColumn
      .nullable()
      .describe(
        "Earned rewards minus the rewards of registered accounts by the ledger's formulas; null if either is unknown, or if registrations were not read",
      ),
    earnedUnpaidRewards: numberColumn
      .nullable()
      .describe(
        "Rewards by the ledger's formulas of accounts that were not paid because they were not registered; not part of earned rewards; null under the conditions of earnedRewardsResidual",
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
    earnedRewardsResidual: numberColumn
      .nullable()
      .describe("Sum over pools; null if it is null for any pool"),
    earnedUnpaidRewards: numberColumn.nullable().describe("Sum over pools; null if it is null for any pool"),
    waitsFor,
    isComplete,
  })
  .meta({ id: "CardanoNetworkRewards" });
