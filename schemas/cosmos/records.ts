/** Records of the API shared by chains of the CometBFT family. Amounts are whole tokens, exact. */
import { z } from "zod";
import { booleanColumn, dateColumn, integerColumn, numberColumn, textColumn } from "../columns.ts";

const isComplete = booleanColumn.describe(
  "All blocks of the day are processed; the record no longer changes",
);
const blocks = {
  fromBlockNumber: integerColumn.describe("First processed block of the day"),
  toBlockNumber: integerColumn.describe("Last processed block of the day"),
};

export const cosmosValidatorRewards = z
  .object({
    day: dateColumn.describe("UTC day"),
    validator: textColumn.describe("Operator address"),
    validatorMoniker: textColumn.describe("Display name of the validator (moniker)"),
    consensusAddress: textColumn,
    consensusPubkey: textColumn.describe("base64 of the key's 32 bytes"),
    accountAddress: textColumn.describe("Account of the operator"),
    ...blocks,
    totalDelegationRewards: numberColumn.describe("Gross rewards, including commission"),
    totalCommissionRewards: numberColumn.describe("Commission, a part of totalDelegationRewards"),
    commissionRate: numberColumn
      .nullable()
      .describe("Commission rate after the last block, 0 to 1; null if no state is known"),
    netDelegationRewards: numberColumn.describe("totalDelegationRewards minus totalCommissionRewards"),
    rewardsResidual: numberColumn
      .nullable()
      .describe(
        "Rewards by the second source minus rewards by events; null without a second source, or if unclaimed rewards could not be read",
      ),
    commissionResidual: numberColumn
      .nullable()
      .describe("Commission by the second source minus commission by events; null under the same conditions"),
    isComplete,
  })
  .meta({ id: "CosmosValidatorRewards" });

export const cosmosNetworkRewards = z
  .object({
    day: dateColumn.describe("UTC day"),
    ...blocks,
    totalBondedValidators: integerColumn
      .nullable()
      .describe("Validators in the active set after the last block; null if no state is known"),
    totalDelegationRewards: numberColumn.describe("Gross rewards, including commission"),
    totalCommissionRewards: numberColumn.describe("Commission, a part of totalDelegationRewards"),
    avgCommissionRate: numberColumn
      .nullable()
      .describe("Unweighted mean commission rate of the active set; null if no state is known"),
    netDelegationRewards: numberColumn.describe("totalDelegationRewards minus totalCommissionRewards"),
    isComplete,
  })
  .meta({ id: "CosmosNetworkRewards" });

export const cosmosValidatorState = z
  .object({
    day: dateColumn.describe("UTC day"),
    ...blocks,
    validator: textColumn.describe("Operator address"),
    activeStake: numberColumn.describe("Tokens delegated to the validator at the last block"),
    totalDelegators: integerColumn,
    isComplete,
  })
  .meta({ id: "CosmosValidatorState" });

export const cosmosDelegatorState = z
  .object({
    day: dateColumn.describe("UTC day"),
    ...blocks,
    validator: textColumn.describe("Operator address"),
    delegator: textColumn.describe("Account of the delegator"),
    activeStake: numberColumn.describe("Tokens delegated to the validator at the last block"),
    isComplete,
  })
  .meta({ id: "CosmosDelegatorState" });
