/** What Ethereum's consolidations are answered with. Field order is the order in the JSON and in the SQL. */
import { z } from "zod";
import { dateColumn, integerColumn, numberColumn, textColumn } from "../columns.ts";

const gweiOrNull = integerColumn.nullable();
const entity = (of: string) =>
  textColumn.describe(
    `Pool of the ${of} on the date, else node operator, deposit address, withdrawal address or its index`,
  );
const entityType = textColumn.describe(
  "What the entity is: pool, nodeOperator, depositAddress, withdrawalAddress or validator",
);
const date = dateColumn.describe("UTC date in which the epoch starts");

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
      "Balance of the target at the last slot before the epoch, gwei; null where no node returned it",
    ),
    targetBalanceAtConsolidationEpoch: gweiOrNull.describe(
      "Its balance when the epoch begins, before any block of it, gwei; null while that is unknown",
    ),
    targetEffectiveBalanceAtConsolidationEpoch: gweiOrNull.describe(
      "Effective balance of the target at the start of the epoch, gwei; null where no node returned it",
    ),
  })
  .meta({ id: "EthereumConsolidation" });

const consolidatedValidators = integerColumn.describe("Validators merged into others");
const consolidatedBalance = integerColumn.describe("Balances that they moved, gwei");

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
  latestEpoch: integerColumn.describe("Last epoch that is here"),
  consolidationChurnLimit: gweiOrNull.describe(
    "Stake that the chain let consolidate: the limits of the window's epochs added up, gwei; null while one is unknown",
  ),
};
const fractionOrNull = numberColumn.nullable();
const consolidationCapacityFilled = fractionOrNull.describe(
  "consolidatedBalance / consolidationChurnLimit; null where nothing could be consolidated, or the limit is unknown",
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
        "Validators merged into others / active ones at the end of the window, a fraction; null without an active one",
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
      "What all entities together have left of the limit, 0 to 1; null as consolidationCapacityFilled is",
    ),
  })
  .meta({ id: "EthereumEntityConsolidationCapacity" });
