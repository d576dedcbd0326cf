/** Records of the API of EigenLayer. Shares and amounts are whole numbers in all of their digits; addresses lower case. */
import { z } from "zod";
import {
  bigIntegerColumn,
  booleanColumn,
  dateColumn,
  integerColumn,
  numberColumn,
  textColumn,
  textListColumn,
} from "../columns.ts";

const operator = z.object({
  name: textColumn.nullable().describe("Name; null while its metadata is unknown"),
  address: textColumn,
});

export const eigenlayerState = z
  .object({
    date: dateColumn.describe("UTC day; the state is that at its end"),
    earner: textColumn.describe("Requested address"),
    strategy: textColumn,
    tokenAddress: textColumn.nullable().describe("Underlying token of the strategy; null for native ETH"),
    totalShares: bigIntegerColumn.describe(
      "Withdrawable shares after slashing; negative for a pod with a deficit",
    ),
    totalBalance: bigIntegerColumn
      .nullable()
      .describe("Value of these shares in the smallest unit of the token; null if no node returned the rate"),
    isComplete: booleanColumn.describe("Always true: a day appears when it is over"),
  })
  .meta({ id: "EigenlayerState" });

const price = (currency: string) =>
  numberColumn
    .nullable()
    .describe(
      `Price in ${currency} per token on the UTC day of activatedAt; null until then, and if no price is known. For a week, the price of its last day with a reward`,
    );

const worth = (currency: string) =>
  numberColumn
    .nullable()
    .describe(
      `Amount in ${currency}. Each day's amount uses the price of the UTC day from which its root can be claimed; null until the last of these days, and if one of the prices is unknown`,
    );

export const eigenlayerRewards = z
  .object({
    date: dateColumn.describe("UTC date of the snapshot, or the Monday of the week"),
    earner: textColumn.describe("Requested address"),
    delegatorAddress: textColumn.describe("Account that earned the rewards; for a pod, its owner"),
    token: z.object({
      name: textColumn.nullable().describe("Name; null if the contract returns none"),
      address: textColumn,
      symbol: textColumn.nullable().describe("Symbol; null if the contract returns none"),
      decimals: integerColumn.nullable().describe("Decimals; null if the contract returns none"),
    }),
    amount: bigIntegerColumn.describe("Earned in the day or week, smallest unit of the token"),
    distributionRootIndex: integerColumn.describe("First root that covers the snapshot and is not disabled"),
    snapshotTimestamp: integerColumn.describe("Milliseconds since 1970"),
    activatedAt: integerColumn.describe("Time from which the root can be claimed, milliseconds since 1970"),
    ethPrice: price("ETH"),
    usdPrice: price("US dollars"),
    prices: z.object({
      ethAmount: worth("ETH"),
      usdAmount: worth("US dollars"),
      ethPrice: price("ETH"),
      usdPrice: price("US dollars"),
    }),
    operators: z
      .array(operator)
      .describe("Operators to which the account was delegated at the end of the day before the snapshot"),
    waitsFor: textListColumn.describe(
      "Pending events that will change the record: rootActivation, after which a root can be claimed and has a price. Empty if there are none",
    ),
    isComplete: booleanColumn.describe(
      "Every root can be claimed, so that it can no longer be disabled, and roots cover all requested days of the week",
    ),
    startDate: dateColumn.describe(
      "First UTC day that the record covers; later than Monday if fromDate is within the week",
    ),
    endDate: dateColumn.describe(
      "Last UTC day that the record covers; earlier than Sunday if toDate is within the week, or if there are no later snapshots",
    ),
  })
  .meta({ id: "EigenlayerRewards" });

export const eigenlayerDelegation = z
  .object({
    delegator: textColumn,
    eigenpod: textColumn.nullable().describe("Pod of the delegator; null without one"),
    operator,
    fromDate: dateColumn.describe("First UTC day at the end of which the delegation exists"),
    toDate: dateColumn
      .nullable()
      .describe("Last UTC day at the end of which it exists; null while it exists on the last full day"),
  })
  .meta({ id: "EigenlayerDelegation" });

export const eigenlayerApiMetadata = z
  .object({
    rewardsLastFullDay: dateColumn
      .nullable()
      .describe("UTC date of the newest snapshot of rewards; null without one"),
    rewardsLastSnapshotTimestamp: integerColumn
      .nullable()
      .describe("Time of that snapshot, milliseconds since 1970; null without one"),
    rewardsDistributionRootIndex: integerColumn
      .nullable()
      .describe("Newest distribution root that is not disabled; null without one"),
    stateLastFullDay: dateColumn.nullable().describe("Newest UTC day with states; null without one"),
  })
  .meta({ id: "EigenlayerApiMetadata" });
