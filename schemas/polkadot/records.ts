/** Records of the API about Polkadot. Amounts are whole DOT, exact. */
import { z } from "zod";
import { booleanColumn, dateColumn, integerColumn, numberColumn, textColumn } from "../columns.ts";

const day = dateColumn.describe("UTC day on which the eras of the record ended");
const isComplete = booleanColumn.describe(
  "All eras that ended on the day are covered: the record does not change any more",
);

export const polkadotValidatorRewards = z
  .object({
    day,
    stashAccountAddress: textColumn.describe("Stash of the validator, SS58 with prefix 0"),
    validatorName: textColumn
      .nullable()
      .describe(
        "Display name on the People chain, as last read; PARENT/sub for a sub-account; null without one",
      ),
    totalValidatorRewards: numberColumn.describe(
      "Rewards of the validator, claimed or not: commission, own stake and incentive",
    ),
    totalDelegatorRewards: numberColumn.describe("Rewards of its nominators, claimed or not"),
    totalStake: numberColumn.describe("Exposed stake in the last of the eras"),
    ownStake: numberColumn.describe("The validator's own stake, included in totalStake"),
    nominatorCount: integerColumn.describe("Exposed nominators in the last of the eras"),
    totalGrossRewards: numberColumn.describe(
      "Of both together: before commission; totalDelegatorRewards is net",
    ),
    validatorIncentive: numberColumn.describe(
      "Part of totalValidatorRewards that was paid for its own stake in addition to the eras' payouts",
    ),
    isComplete,
  })
  .meta({ id: "PolkadotValidatorRewards" });

export const polkadotNetworkRewards = z
  .object({
    day,
    totalValidatorRewards: numberColumn.describe("Of all validators: commission, own stake and incentive"),
    totalDelegatorRewards: numberColumn.describe("Of all nominators"),
    totalActiveValidators: integerColumn.describe("Validators elected for the last of the eras"),
    totalNominators: integerColumn.describe("Accounts exposed in the last of the eras, each once"),
    totalGrossRewards: numberColumn.describe(
      "Of both together: before commission; totalDelegatorRewards is net",
    ),
    validatorIncentives: numberColumn.describe("Incentive, included in totalValidatorRewards"),
    payoutResidual: numberColumn.describe(
      "What the eras paid out less what was earned of it: lost because shares are whole billionths, and before exposures had pages because nominators beyond the 512 with the highest stake were not paid",
    ),
    isComplete,
  })
  .meta({ id: "PolkadotNetworkRewards" });
