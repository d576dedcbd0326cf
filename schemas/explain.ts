/**
 * Explanations of the numbers of a subject's day, and reconciliations of one number from two sources: one shape for all
 * chains.
 */
import { z } from "zod";
import { booleanColumn, dateColumn, integerColumn, numberColumn, textColumn } from "./columns.ts";

export const explainedNumber = z
  .object({
    name: textColumn.describe("Name of the field in the day's record").meta({ example: "earnings" }),
    value: numberColumn
      .nullable()
      .describe("Value in the day's record; null if it is unknown there")
      .meta({ example: 9_000 }),
    unit: textColumn.describe("TIA, SOL, gwei, duties, slots, …; ratio: 0 to 1").meta({ example: "gwei" }),
    formula: textColumn.describe("How it is computed from the rows, or from other numbers").meta({
      example: "estimatedRewards + estimatedPenalties + sumInactivityPenalties + sumSlashingPenalties",
    }),
    source: textColumn
      .describe("Source of the formula: a section of a specification, or a document")
      .meta({ example: "consensus-specs, altair/beacon-chain.md, get_flag_index_deltas" }),
    table: textColumn
      .describe("Table that stores it")
      .meta({ example: "fct_eth_validator_performance_daily" }),
    column: textColumn
      .describe("Column of that table, or an expression over its columns")
      .meta({ example: "attestation_reward_gwei" }),
    key: textColumn
      .describe("Key of the row, as a condition in SQL")
      .meta({ example: "network = 'mainnet' and day_type = 'chain' and validator_index = 1 and day = 1" }),
    isSum: booleanColumn.describe(
      "Whether rows add up to the value: if isComplete is true, it is the sum of their amounts in countsFor",
    ),
    isComplete: booleanColumn.describe(
      "Whether all facts that it is computed from are known. If the value is null nevertheless, `reason` says why",
    ),
    reason: textColumn
      .nullable()
      .describe("What is unknown, or why there is no value; null for a known number")
      .meta({ example: null }),
  })
  .meta({ id: "ExplainedNumber" });

/** Fields of an explanation apart from its rows. */
export const explainHead = z.object({
  network: textColumn.meta({ example: "mainnet" }),
  subject: textColumn.describe("Subject, as spelled in tables").meta({ example: "1" }),
  date: dateColumn.describe("The day; the operation says which kind of day").meta({ example: "2026-01-02" }),
  isDayComplete: booleanColumn.describe("The day's record no longer changes"),
  isComplete: booleanColumn.describe(
    "All facts that the numbers are computed from are stored, and no number is unknown",
  ),
  reason: textColumn
    .nullable()
    .describe(
      "Missing facts, why they are missing and how to read them again, and unknown numbers; null if there are none",
    )
    .meta({ example: null }),
  numbers: z.array(explainedNumber),
});

/** One fact from which numbers are computed. */
export const explainRow = z
  .object({
    kind: textColumn
      .describe("Kind of row: a kind of duty, an event, a state")
      .meta({ example: "attestation" }),
    table: textColumn.describe("Table of the row").meta({ example: "fct_eth_validator_duty_epoch" }),
    heightKind: textColumn.describe("Unit of height: block, slot, epoch, era, …").meta({ example: "slot" }),
    height: integerColumn.describe("Height at which it happened").meta({ example: 7_204 }),
    blockHash: textColumn
      .nullable()
      .describe("Hash or root of the block that shows it; null if there is none")
      .meta({ example: `0x${"ab".repeat(32)}` }),
    transactionHash: textColumn
      .nullable()
      .describe(
        "Hash of the transaction that caused it; null if no transaction did, or if it is unknown (docs/explain.md)",
      )
      .meta({ example: null }),
    item: textColumn
      .describe(
        "Distinguishes rows of one kind at one height: position of an event, address of a delegator, …",
      )
      .meta({ example: "epoch 225" }),
    expected: textColumn
      .nullable()
      .describe("What was expected; null for facts without an expectation")
      .meta({ example: "vote in slot 7203, committee 4, place 17" }),
    actual: textColumn.nullable().describe("What happened; null for facts without an outcome").meta({
      example: "in a block with inclusion delay 1, included 1 ×; source timely, target timely, head timely",
    }),
    amount: numberColumn.nullable().describe("Amount; null if the fact has none").meta({ example: 40 }),
    unit: textColumn.nullable().describe("Unit of the amount; null without one").meta({ example: "gwei" }),
    countsFor: z
      .array(
        z.object({
          number: textColumn.describe("Name of a number").meta({ example: "earnings" }),
          amount: numberColumn
            .describe("Amount that this row adds to the number; negative if it reduces it")
            .meta({ example: 40 }),
        }),
      )
      .describe("Numbers to which the row contributes"),
  })
  .meta({ id: "ExplainRow" });

/** The same number from two sources, on one day. */
export const reconciliation = z
  .object({
    date: dateColumn
      .describe("The day; the operation says which kind of day")
      .meta({ example: "2026-01-02" }),
    quantity: textColumn.describe("Name of the reconciled number").meta({ example: "balance" }),
    expected: numberColumn
      .nullable()
      .describe("Value from the first source: the sum of the day's facts; null while it is unknown")
      .meta({ example: 9_000 }),
    actual: numberColumn
      .nullable()
      .describe("Value from the second, independent source; null without one")
      .meta({ example: 9_000 }),
    residual: numberColumn
      .nullable()
      .describe("actual minus expected; 0 if nothing is unexplained; null if either is unknown")
      .meta({ example: 0 }),
    unit: textColumn.meta({ example: "gwei" }),
    reason: textColumn
      .nullable()
      .describe("Why a value is unknown, or known causes of a residual; null if there is nothing to explain")
      .meta({ example: null }),
    isComplete: booleanColumn.describe(
      "The record no longer changes: the day is over, and none of the facts named in `reason` is still expected",
    ),
  })
  .meta({ id: "Reconciliation" });
