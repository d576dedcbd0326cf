/**
 * Explanations of the numbers of a subject's day, and reconciliations of one number from two sources: one shape for all
 * chains.
 */
import { z } from "zod";
import { booleanColumn, dateColumn, integerColumn, numberColumn, textColumn } from "./columns.ts";

export const explainedNumber = z
  .object({
    name: textColumn.describe("As the day's record names it").meta({ example: "earnings" }),
    value: numberColumn
      .nullable()
      .describe("As the day's record has it; null where that doesn't know it")
      .meta({ example: 9_000 }),
    unit: textColumn.describe("TIA, SOL, gwei, duties, slots, …; ratio: 0 to 1").meta({ example: "gwei" }),
    formula: textColumn.describe("How it is computed from the rows, or from other numbers").meta({
      example: "estimatedRewards + estimatedPenalties + sumInactivityPenalties + sumSlashingPenalties",
    }),
    source: textColumn
      .describe("Where the formula comes from: a section of a specification, or a document")
      .meta({ example: "consensus-specs, altair/beacon-chain.md, get_flag_index_deltas" }),
    table: textColumn
      .describe("The table that holds it")
      .meta({ example: "fct_eth_validator_performance_daily" }),
    column: textColumn
      .describe("Its column, or the expression over columns, there")
      .meta({ example: "attestation_reward_gwei" }),
    key: textColumn
      .describe("The row's key, as a condition for SQL")
      .meta({ example: "network = 'mainnet' and day_type = 'chain' and validator_index = 1 and day = 1" }),
    isSum: booleanColumn.describe(
      "Whether the rows add up to it: while isComplete, the sum of their countsFor is the value",
    ),
    isComplete: booleanColumn.describe(
      "Whether all facts that it is computed from are known. A null that is complete has a reason",
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
  subject: textColumn.describe("Subject of the day, as tables spell it").meta({ example: "1" }),
  date: dateColumn.describe("The day; the operation says which kind of day").meta({ example: "2026-01-02" }),
  isDayComplete: booleanColumn.describe("The day's record does not change any more"),
  isComplete: booleanColumn.describe(
    "All facts that the numbers are computed from are here, and none is unknown",
  ),
  reason: textColumn
    .nullable()
    .describe(
      "Which facts are missing, why, and what reads them again; and which numbers are unknown; null when none is",
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
    table: textColumn
      .describe("The table that it is a row of")
      .meta({ example: "fct_eth_validator_duty_epoch" }),
    heightKind: textColumn.describe("What height is: block, slot, epoch, era, …").meta({ example: "slot" }),
    height: integerColumn.describe("Where it happened").meta({ example: 7_204 }),
    blockHash: textColumn
      .nullable()
      .describe("Hash or root of the block that shows it; null without one")
      .meta({ example: `0x${"ab".repeat(32)}` }),
    transactionHash: textColumn
      .nullable()
      .describe(
        "Of the transaction that did it; null where the fact is of none, and where it is unknown (docs/explain.md)",
      )
      .meta({ example: null }),
    item: textColumn
      .describe("Which of its kind at this height: place of an event, address of a delegator, …")
      .meta({ example: "epoch 225" }),
    expected: textColumn
      .nullable()
      .describe("What was to be done; null where a fact has no such part")
      .meta({ example: "vote in slot 7203, committee 4, place 17" }),
    actual: textColumn.nullable().describe("What happened; null where a fact has no such part").meta({
      example: "in a block with inclusion delay 1, included 1 ×; source timely, target timely, head timely",
    }),
    amount: numberColumn.nullable().describe("Amount; null where a fact has none").meta({ example: 40 }),
    unit: textColumn.nullable().describe("Unit of the amount; null without one").meta({ example: "gwei" }),
    countsFor: z
      .array(
        z.object({
          number: textColumn.describe("Name of a number").meta({ example: "earnings" }),
          amount: numberColumn
            .describe("What this row adds to it; below zero, takes from it")
            .meta({ example: 40 }),
        }),
      )
      .describe("The numbers that it is a part of"),
  })
  .meta({ id: "ExplainRow" });

/** The same number from two sources, on one day. */
export const reconciliation = z
  .object({
    date: dateColumn
      .describe("The day; the operation says which kind of day")
      .meta({ example: "2026-01-02" }),
    quantity: textColumn.describe("Which number it is about").meta({ example: "balance" }),
    expected: numberColumn
      .nullable()
      .describe("By the first way: what the facts of the day add up to; null while it isn't known")
      .meta({ example: 9_000 }),
    actual: numberColumn
      .nullable()
      .describe("By the second way, which is independent of it; null without one")
      .meta({ example: 9_000 }),
    residual: numberColumn
      .nullable()
      .describe("actual less expected: zero when nothing is unexplained; null where one of both is unknown")
      .meta({ example: 0 }),
    unit: textColumn.meta({ example: "gwei" }),
    reason: textColumn
      .nullable()
      .describe("Why something is unknown, or known causes of a residual; null when everything is known")
      .meta({ example: null }),
    isComplete: booleanColumn.describe(
      "The day does not change any more: it is over, and waits for none of the facts that `reason` names",
    ),
  })
  .meta({ id: "Reconciliation" });
