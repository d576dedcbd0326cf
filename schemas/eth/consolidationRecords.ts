/** Records of Ethereum's consolidations. Field order is the order in the JSON and in the SQL. */
import { z } from "zod";
import { dateColumn, integerColumn, numberColumn, textColumn } from "../columns.ts";

const gweiOrNull = integerColumn.nullable();
const entity = (of: string) =>
  textColumn.describe(
    `Pool of the ${of} on the date, otherwise its node operator, deposit address, withdrawal address or index`,
  );
const entityType = textColumn.describe(
  "Kind of the entity: pool, nodeOperator, depositAddress, withdrawalAddress or validator",
);
const date = dateColumn.describe("UTC date on which the epoch starts");

export const ethereumConsolidation = z
  .object({
    date,
    consolidationEpoch: integerColumn.describe("First epoch whose state contains the moved balance"),
    sourceValidatorIndex: integerColumn.describe("Validator merged from"),
    sourceEntity: entity("source"),
    sourceEntityType: entityType,
    targetValidatorIndex: integerColumn.describe("Validator merged into"),
    targetEntity: entity("target"),
    targetEntityType: entityType,
    consolidatedAmount: integerColumn.describe("Balance moved, gwei"),
    targetBalanceBeforeConsolidationEpoch: gweiOrNull.describe(
      "Balance of the target at the last slot before the epoch, gwei; null if no node returned it",
    ),
    targetBalanceAtConsolidationEpoch: gweiOrNull.describe(
      "Balance of the target at the start of the epoch, before any of its blocks, gwei; null while it is unknown",
    ),
    targetEffectiveBalanceAtConsolidationEpoch: gweiOrNull.describe(
      "Effective balance of the target at the start of the epoch, gwei; null if no node returned it",
    ),
  })
  .meta({ id: "EthereumConsolidation" });

const consolidatedValidators = integerColumn.describe("Validators merged into others");
const consolidatedBalance = integerColumn.describe("Balance moved by them, gwei");

export const ethereumEntityConsolidation = z
  .object({
    date,
    sourceEntity: entity("sources"),
    sourceEntityType: entityType,
    consolidatedValidators,
    consolidatedBalance,
  })
  .meta({ id: "EthereumEntityConsolidation" });

const window = {
  timeWindow: textColumn.describe("1d, 7d, 30d or all: chain days that end with the last complete one"),
  latestEpoch: integerColumn.describe("Last computed epoch"),
  consolidationChurnLimit: gweiOrNull.describe(
    "Stake that could be consolidated: the sum of the limits of the window's epochs, gwei; null while one of them is unknown",
  ),
};
const fractionOrNull = numberColumn.nullable();
const consolidationCapacityFilled = fractionOrNull.describe(
  "consolidatedBalance / consolidationChurnLimit; null if nothing could be consolidated, or if the limit is unknown",
);

export const ethereumConsolidationCapacity = z
  .object({
    ...window,
    consolidatedValidators,
    consolidatedBalance,
    consolidationCapacityFilled,
    consolidatedPercentage: numberColumn
      .nullable()
      .describe(
        "Validators merged into others / active validators at the end of the window, 0 to 1; null without an active validator",
      ),
  })
  .meta({ id: "EthereumConsolidationCapacity" });

export const ethereumEntityConsolidationCapacity = z
  .object({
    ...window,
    entity: entity("sources"),
    consolidatedValidators,
    consolidatedBalance,
    consolidationCapacityFilled,
    networkCapacityRemaining: fractionOrNull.describe(
      "Share of the limit that all entities together did not use, 0 to 1; null if consolidationCapacityFilled is null",
    ),
  })
  .meta({ id: "EthereumEntityConsolidationCapacity" });
