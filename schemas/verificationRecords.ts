/** What was compared with the figures that nodes report themselves, of every chain. */
import { z } from "zod";
import { bigIntegerColumn, integerColumn, textColumn, textListColumn, timestampColumn } from "./columns.ts";

const kind = textColumn.describe("Kind of figure");
const title = textColumn.describe("Kind in words");
const unit = textColumn.describe("What points count, such as epoch");

export const verificationRecord = z
  .object({
    kind,
    title,
    source: textColumn.describe("Call of the node"),
    unit,
    points: integerColumn.describe("Points at which figures were compared"),
    firstPoint: integerColumn.nullable().describe("First of them; null if there are none"),
    lastPoint: integerColumn.nullable().describe("Last of them; null if there are none"),
    compared: bigIntegerColumn.describe("Figures compared"),
    differing: bigIntegerColumn.describe("Figures that differ without an explanation"),
    nodeErrors: bigIntegerColumn.describe(
      "Figures that differ because of a known error of the node software",
    ),
    missingPoints: integerColumn.describe("Points at which nothing could be compared"),
    missingReason: textColumn
      .nullable()
      .describe("Reason at the last of these points; null if there are none"),
    software: textListColumn.describe("Name and version of the nodes at the last comparison"),
    verifiedAt: timestampColumn.describe("Time of the last comparison"),
  })
  .meta({ id: "Verification" });

export const verificationDifference = z
  .object({
    kind,
    title,
    unit,
    point: integerColumn.describe("Height, or the period that `unit` names"),
    subject: textColumn.describe("Validator, address or pool; empty for the whole network"),
    item: textColumn.describe("Figure, with its unit"),
    against: textColumn.describe("What the node was compared with: warehouse or API"),
    node: textColumn.nullable().describe("Value of the node; null if it reports none"),
    own: textColumn.nullable().describe("Value of the warehouse or the API; null if it has none"),
    explain: textColumn
      .nullable()
      .describe("Path of this API that explains the value; null if there is none"),
    nodeError: textColumn
      .nullable()
      .describe(
        "Rule of the protocol from which the node software is known to differ; null if it is not known to",
      ),
    verifiedAt: timestampColumn.describe("Time of the comparison"),
  })
  .meta({ id: "VerificationDifference" });
