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
  name: textColumn.nullable().describe("null while its metadata is not known"),
  address: textColumn,
});

export const eigenlayerState = z
  .object({
    date: dateColumn.describe("UTC day; the state is that of its end"),
    earner: textColumn.describe("Requested address"),
    strategy: textColumn,
    tokenAddress: textColumn.nullable().describe("Underlying token of the strategy; null for native ETH"),
    totalShares: bigIntegerColumn.describe(
      "Shares that can be withdrawn, after slashing; the deficit of a pod is below zero",
    ),
    totalBalance: bigIntegerColumn
      .nullable()
      .describe(
        "Value of these shares in the smallest unit of the token; null when no node returned the rate",
      ),
    isComplete: booleanColumn.describe("Days appear when they are over: true"),
  })
  .meta({ id: "EigenlayerState" });

const price = (what: string) =>
  numberColumn
    .nullable()
    .describe(
      `${what} of the UTC day of activatedAt; null before it is reached, and where no price is known. Of a week that of its last day with a reward`,
    );

const worth = (what: string) =>
  numberColumn
    .nullable()
    .describe(
      `The amount in ${what}, each day's at the price of the UTC day from which on its root can be claimed from; null before that of a day, and where the price of one is not known`,
    );

export const eigenlayerRewards = z
  .object({
    date: dateColumn.describe("UTC date of the snapshot, or the Monday of the week"),
    earner: textColumn.describe("Requested address"),
    delegatorAddress: textColumn.describe("The account that earned: of a pod its owner"),
    token: z.object({
      name: textColumn.nullable().describe("Name; null when the contract returns none"),
      address: textColumn,
      symbol: textColumn.nullable().describe("Symbol; null when the contract returns none"),
      decimals: integerColumn.nullable().describe("Decimals; null when the contract returns none"),
    }),
    amount: bigIntegerColumn.describe("Earned in the day or week, smallest unit of the token"),
    distributionRootIndex: integerColumn.describe(
      "The first root that covers the snapshot and is not disabled",
    ),
    snapshotTimestamp: integerColumn.describe("Milliseconds since 1970"),
    activatedAt: integerColumn.describe("From when on the root can be claimed from, milliseconds since 1970"),
    ethPrice: price("ETH a token"),
    usdPrice: price("US dollars a token"),
    prices: z.object({
      ethAmount: worth("ETH"),
      usdAmount: worth("US dollars"),
      ethPrice: price("ETH a token"),
      usdPrice: price("US dollars a token"),
    }),
    operators: z
      .array(operator)
      .describe("Whom the account was delegated to at the end of the day before the snapshot"),
    waitsFor: textListColumn.describe(
      "What changes the record when it happens: rootActivation, from which on a root can be claimed from and has a price. Empty: nothing",
    ),
    isComplete: booleanColumn.describe(
      "Every root can be claimed from, and so can't be disabled any more, and roots cover all days of the week that were requested",
    ),
    startDate: dateColumn.describe(
      "First UTC day that the record covers: later than Monday where fromDate cuts the week",
    ),
    endDate: dateColumn.describe(
      "Last UTC day that it covers: earlier than Sunday where toDate cuts the week, or snapshots do not reach further",
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
      .describe("The same in milliseconds since 1970; null as that"),
    rewardsDistributionRootIndex: integerColumn
      .nullable()
      .describe("The newest distribution root that is not disabled; null without one"),
    stateLastFullDay: dateColumn.nullable().describe("The newest UTC day with states; null without one"),
  })
  .meta({ id: "EigenlayerApiMetadata" });
