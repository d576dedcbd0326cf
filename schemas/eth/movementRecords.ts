/** Records of Ethereum's movements of stake. Field order is the order in the JSON and in the SQL. */

import { z } from "zod";
import { integerColumn, numberColumn, textColumn } from "../columns.ts";

const timeWindow = textColumn.describe("1d, 7d, 30d or all: chain days that end with the last complete one");
const stakeAction = textColumn.describe("activation or exit");
const latestEpoch = integerColumn.describe("Last computed epoch");
const shareOrNull = numberColumn.nullable();
const limitOf = (action: string) =>
  `Validators of 32 ETH that could ${action} during the window, each epoch's limit rounded down`;

export const stakeMovement = z
  .object({
    timeWindow,
    id: textColumn.describe("Name of the entity, in its original case; an address in lower case"),
    idType: textColumn.describe("Kind of the entity"),
    stakeAction,
    validatorCount: integerColumn.describe("Validators that became active or exited"),
    avgEpochsToAction: integerColumn
      .nullable()
      .describe(
        "Mean epochs from eligibility to activation, or from the decision to the exit, rounded; null if unknown for all of them",
      ),
    avgMinutesToAction: numberColumn
      .nullable()
      .describe("The same mean in minutes, not rounded; null if avgEpochsToAction is null"),
    amountGwei: integerColumn.describe("Sum of their effective balances in that epoch, gwei"),
  })
  .meta({ id: "ActivationsExitsAggregate" });

export const capacity = z
  .object({
    timeWindow,
    latestEpoch,
    activatedValidators: integerColumn.describe("Validators that became active, other than at genesis"),
    activationCapacityFilled: shareOrNull.describe(
      "Used share of activationChurnLimit, 0 to 1; null if that is 0",
    ),
    exitedValidators: integerColumn.describe("Validators that exited, other than by consolidation"),
    exitCapacityFilled: shareOrNull.describe("Used share of exitChurnLimit, 0 to 1; null if that is 0"),
    activatedPercentage: shareOrNull.describe(
      "Share of the validators active on the last day, 0 to 1; null without an active validator",
    ),
    exitedPercentage: shareOrNull.describe(
      "Share of the validators active on the last day, 0 to 1; null without an active validator",
    ),
    churnLimit: integerColumn.describe(limitOf("exit")),
    activationChurnLimit: integerColumn.describe(limitOf("become active")),
    exitChurnLimit: integerColumn.describe("Same as churnLimit"),
  })
  .meta({ id: "NetworkChurnCapacity" });

export const poolCapacity = z
  .object({
    timeWindow,
    stakeAction,
    latestEpoch,
    churnLimit: integerColumn.describe(limitOf("become active or exit")),
    pool: textColumn.describe("Name of the pool"),
    validatorCount: integerColumn.describe("Validators of the pool that became active or exited"),
    capacityFilled: shareOrNull.describe("Share of churnLimit that the pool used, 0 to 1; null if that is 0"),
    networkCapacityRemaining: shareOrNull.describe(
      "Share of churnLimit that the whole network did not use, 0 to 1; null if that is 0",
    ),
  })
  .meta({ id: "NetworkChurnCapacityPool" });
