/** Records of the API about Polkadot. Amounts are whole DOT, exact. */
import { z } from "zod";
import { booleanColumn, dateColumn, integerColumn, numberColumn, textColumn } from "../columns.ts";

const day = dateColumn.describe("UTC day on which the eras of the record ended");
const isComplete = booleanColumn.describe(
  "All eras that ended on the day are processed; the record no longer changes",
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
    totalStake: numberColumn.describe("Exposed stake in the record's last era"),
    ownStake: numberColumn.describe("The validator's own stake, included in totalStake"),
    nominatorCount: integerColumn.describe("Exposed nominators in the record's last era"),
    totalGrossRewards: numberColumn.describe(
      "Rewards of both together, before commission; totalDelegatorRewards is net of commission",
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
    totalValidatorRewards: numberColumn.describe(
      "Rewards of all validators: commission, own stake and incentive",
    ),
    totalDelegatorRewards: numberColumn.describe("Rewards of all nominators"),
    totalActiveValidators: integerColumn.describe("Validators elected for the record's last era"),
    totalNominators: integerColumn.describe("Accounts exposed in the record's last era, each counted once"),
    totalGrossRewards: numberColumn.describe(
      "Rewards of both together, before commission; totalDelegatorRewards is net of commission",
    ),
    validatorIncentives: numberColumn.describe("Incentives, included in totalValidatorRewards"),
    payoutResidual: numberColumn.describe(
      "Payout of the eras minus the rewards earned from it. The difference is lost because shares are whole billionths and, before exposures had pages, because only the 512 nominators with the highest stake were paid",
    ),
    isComplete,
  })
  .meta({ id: "PolkadotNetworkRewards" });
