/** What Ethereum's movements of stake are answered with. Field order is the order in the JSON and in the SQL. */

import { z } from "zod";
import { integerColumn, numberColumn, textColumn } from "../columns.ts";

const timeWindow = textColumn.describe("1d, 7d, 30d or all: chain days that end with the last complete one");
const stakeAction = textColumn.describe("activation or exit");
const latestEpoch = integerColumn.describe("Last epoch that is here");
const shareOrNull = numberColumn.nullable();
const validators = "validators of 32 ETH over the window, each epoch's limit rounded down";

export const stakeMovement = z
  .object({
    timeWindow,
    id: textColumn.describe("Name of the entity, in its own case; an address in lower case"),
    idType: textColumn.describe("What the entity is"),
    stakeAction,
    validatorCount: integerColumn.describe("Validators that did so"),
    avgEpochsToAction: integerColumn
      .nullable()
      .describe(
        "Mean epochs from eligibility to activation, or from the decision to the exit, rounded; null where it is known of none",
      ),
    avgMinutesToAction: numberColumn
      .nullable()
      .describe("The same mean in minutes, not rounded; null as that"),
    amountGwei: integerColumn.describe("Sum of their effective balances in that epoch, gwei"),
  })
  .meta({ id: "ActivationsExitsAggregate" });

export const capacity = z
  .object({
    timeWindow,
    latestEpoch,
    activatedValidators: integerColumn.describe("Validators that became active, other than at genesis"),
    activationCapacityFilled: shareOrNull.describe("Of activationChurnLimit, 0 to 1; null where that is 0"),
    exitedValidators: integerColumn.describe("Validators that left, other than by being consolidated"),
    exitCapacityFilled: shareOrNull.describe("Of exitChurnLimit, 0 to 1; null where that is 0"),
    activatedPercentage: shareOrNull.describe(
      "Of the validators active on the last day, 0 to 1; null without one",
    ),
    exitedPercentage: shareOrNull.describe(
      "Of the validators active on the last day, 0 to 1; null without one",
    ),
    churnLimit: integerColumn.describe(`How many could leave: ${validators}`),
    activationChurnLimit: integerColumn.describe(`How many could become active: ${validators}`),
    exitChurnLimit: integerColumn.describe(`As churnLimit: ${validators}`),
  })
  .meta({ id: "NetworkChurnCapacity" });

export const poolCapacity = z
  .object({
    timeWindow,
    stakeAction,
    latestEpoch,
    churnLimit: integerColumn.describe(`How many could do so: ${validators}`),
    pool: textColumn.describe("Name of the pool"),
    validatorCount: integerColumn.describe("Validators of the pool that did so"),
    capacityFilled: shareOrNull.describe("Of churnLimit, 0 to 1; null where that is 0"),
    networkCapacityRemaining: shareOrNull.describe(
      "What the whole network left of it, 0 to 1; null where it is 0",
    ),
  })
  .meta({ id: "NetworkChurnCapacityPool" });
