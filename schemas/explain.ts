/** What explains a number of a subject's day, and what is left between two ways to the same number: one shape for all chains. */
import { z } from "zod";
import { booleanColumn, dateColumn, integerColumn, numberColumn, textColumn } from "./columns.ts";

export const explainedNumber = z
  .object({
    name: textColumn.describe("As the day's record names it"),
    value: numberColumn.nullable().describe("As the day's record has it; null where that doesn't know it"),
    unit: textColumn.describe("TIA, gwei, lamports, duties, slots, …; ratio: 0 to 1; percent"),
    formula: textColumn.describe("How it is made of the rows, or of other numbers"),
    source: textColumn.describe("Where the formula comes from: a section of a specification, or a document"),
    table: textColumn.describe("The table that holds it"),
    column: textColumn.describe("Its column, or the expression over columns, there"),
    key: textColumn.describe("The row's key, as a condition for SQL"),
    isSum: booleanColumn.describe(
      "Whether the rows add up to it: the sum of what they say in countsFor is the value, while isComplete",
    ),
    isComplete: booleanColumn.describe("All facts that it is made of are here"),
  })
  .meta({ id: "ExplainedNumber" });

/** What an explanation says beside its rows. */
export const explainHead = z.object({
  network: textColumn,
  subject: textColumn.describe("Whose day it is, as the tables spell it"),
  date: dateColumn.describe("The day; what kind of day it is, the operation says"),
  isDayComplete: booleanColumn.describe("The day's record does not change any more"),
  isComplete: booleanColumn.describe("All facts that the numbers are made of are here"),
  reason: textColumn.nullable().describe("Which facts are missing, why, and what brings them back"),
  numbers: z.array(explainedNumber),
});

/** One fact that numbers are made of. */
export const explainRow = z
  .object({
    kind: textColumn.describe("What it is: a kind of duty, an event, a state"),
    table: textColumn.describe("The table that it is a row of"),
    heightKind: textColumn.describe("What height is: block, slot, epoch, era, …"),
    height: integerColumn.describe("Where it happened"),
    blockHash: textColumn.nullable().describe("Hash or root of the block that shows it; null without one"),
    transactionHash: textColumn
      .nullable()
      .describe("Of the transaction that did it; null where it isn't known"),
    item: textColumn.describe(
      "Which of its kind at this height: place of an event, address of a delegator, …",
    ),
    expected: textColumn.nullable().describe("What was to be done"),
    actual: textColumn.nullable().describe("What happened"),
    amount: numberColumn.nullable().describe("What it is worth"),
    unit: textColumn.nullable().describe("Unit of the amount"),
    countsFor: z
      .array(
        z.object({
          number: textColumn.describe("Name of a number"),
          amount: numberColumn.describe("What this row adds to it; below zero, takes from it"),
        }),
      )
      .describe("The numbers that it is a part of"),
  })
  .meta({ id: "ExplainRow" });

/** The same number by two ways, on one day. */
export const reconciliation = z
  .object({
    date: dateColumn.describe("The day; what kind of day it is, the operation says"),
    quantity: textColumn.describe("Which number it is about"),
    expected: numberColumn
      .nullable()
      .describe("By the first way: what the facts of the day add up to; null while it isn't known"),
    actual: numberColumn
      .nullable()
      .describe("By the second way, which is independent of it; null without one"),
    residual: numberColumn.nullable().describe("actual less expected: zero when nothing is unexplained"),
    unit: textColumn,
    reason: textColumn.nullable().describe("Why something isn't known, or what is known to be left"),
    isComplete: booleanColumn.describe("The day does not change any more"),
  })
  .meta({ id: "Reconciliation" });
