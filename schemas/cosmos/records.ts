/** Records of the API shared by chains of the CometBFT family. Amounts are whole tokens, exact. */
import { z } from "zod";
import { booleanColumn, dateColumn, integerColumn, numberColumn, textColumn } from "../columns.ts";

const isComplete = booleanColumn.describe(
  "All blocks of the day are covered: the record does not change any more",
);
const blocks = {
  fromBlockNumber: integerColumn.describe("First block of the day that is covered"),
  toBlockNumber: integerColumn.describe("Last block of the day that is covered"),
};

export const cosmosValidatorRewards = z
  .object({
    day: dateColumn.describe("UTC day"),
    validator: textColumn.describe("Operator address"),
    validatorMoniker: textColumn,
    consensusAddress: textColumn,
    consensusPubkey: textColumn.describe("base64 of the key's 32 bytes"),
    accountAddress: textColumn.describe("Account of the operator"),
    ...blocks,
    totalDelegationRewards: numberColumn.describe("Gross: commission included"),
    totalCommissionRewards: numberColumn,
    commissionRate: numberColumn
      .nullable()
      .describe("After the last block, 0 to 1; null when no state is known"),
    netDelegationRewards: numberColumn.describe("totalDelegationRewards less totalCommissionRewards"),
    rewardsResidual: numberColumn
      .nullable()
      .describe(
        "Amount of the second source minus the amount by events; null without a second source, or if unclaimed rewards could not be read",
      ),
    commissionResidual: numberColumn.nullable().describe("The same for commission; null as that"),
    isComplete,
  })
  .meta({ id: "CosmosValidatorRewards" });

export const cosmosNetworkRewards = z
  .object({
    day: dateColumn.describe("UTC day"),
    ...blocks,
    totalBondedValidators: integerColumn
      .nullable()
      .describe("Active set after the last block; null without a state"),
    totalDelegationRewards: numberColumn.describe("Gross: commission included"),
    totalCommissionRewards: numberColumn,
    avgCommissionRate: numberColumn
      .nullable()
      .describe("Unweighted mean of the active set; null without a state"),
    netDelegationRewards: numberColumn.describe("totalDelegationRewards less totalCommissionRewards"),
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
