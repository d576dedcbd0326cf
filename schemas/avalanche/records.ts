/** Records of the API of Avalanche. Amounts are AVAX, exact to the nAVAX. */
import { z } from "zod";
import { booleanColumn, dateColumn, integerColumn, numberColumn, textColumn } from "../columns.ts";

const isComplete = booleanColumn.describe(
  "All blocks of the day are processed; the record no longer changes",
);
const potentialResidual = numberColumn
  .nullable()
  .describe(
    "Potential rewards of stakes returned by the node minus those derived from blocks, including stakes that only one of the two has; null on days without a comparison, and while any stake began before the first processed block",
  );

const totals = {
  delegator: numberColumn.describe("Paid to delegators, after the fee"),
  validator: numberColumn.describe("Paid to validators for their own stakes, whether restaked or not"),
  fee: numberColumn.describe("Fees of delegations, paid at the end of the validator's stake or cycle"),
  potentialDelegator: numberColumn.describe(
    "The day's part of potential rewards of delegations, after the fee",
  ),
  potentialValidator: numberColumn.describe("The day's part of potential rewards of validators' own stakes"),
  potentialFee: numberColumn.describe("The day's part of potential fees of delegations"),
  gross: numberColumn.describe("All rewards paid, including fees; totalDelegatorRewards is net of fees"),
  potentialGross: numberColumn.describe("The day's part of all potential rewards, including fees"),
};

export const avalancheValidatorRewards = z
  .object({
    day: dateColumn.describe("UTC day"),
    nodeId: textColumn,
    validationStatus: textColumn.describe("active if it validates at the end of the day, otherwise inactive"),
    validatorPubkey: textColumn.nullable().describe("BLS key of the newest stake; null without one"),
    totalDelegatorRewards: totals.delegator,
    totalValidatorRewards: totals.validator,
    totalValidatorFeeRewards: totals.fee,
    totalPotentialDelegatorRewards: totals.potentialDelegator,
    totalPotentialValidatorRewards: totals.potentialValidator,
    totalPotentialValidatorFeeRewards: totals.potentialFee,
    totalGrossRewards: totals.gross,
    totalPotentialGrossRewards: totals.potentialGross,
    potentialRewardsResidual: potentialResidual,
    isComplete,
  })
  .meta({ id: "AvalancheValidatorRewards" });

export const avalancheNetworkRewards = z
  .object({
    day: dateColumn.describe("UTC day"),
    totalActiveValidators: integerColumn.describe("Validators at the end of the day"),
    totalValidatorRewards: totals.validator,
    totalValidatorFeeRewards: totals.fee,
    totalDelegatorRewards: totals.delegator,
    totalPotentialValidatorRewards: totals.potentialValidator,
    totalPotentialValidatorFeeRewards: totals.potentialFee,
    totalPotentialDelegatorRewards: totals.potentialDelegator,
    totalGrossRewards: totals.gross,
    totalPotentialGrossRewards: totals.potentialGross,
    potentialRewardsResidual: potentialResidual,
    supplyResidual: numberColumn
      .nullable()
      .describe(
        "Supply returned by the node minus the supply derived from blocks; null on days without a comparison",
      ),
    isComplete,
  })
  .meta({ id: "AvalancheNetworkRewards" });
