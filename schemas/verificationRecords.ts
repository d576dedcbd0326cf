/** What was compared with the figures that nodes report themselves, of every chain. */
import { z } from "zod";
import { bigIntegerColumn, integerColumn, textColumn, textListColumn, timestampColumn } from "./columns.ts";

const kind = textColumn.describe("Kind of figure").meta({ example: "attestation_rewards" });
const title = textColumn.describe("Kind in words").meta({ example: "rewards of attestations" });
const unit = textColumn.describe("What points count, such as epoch").meta({ example: "epoch" });

export const verificationRecord = z
  .object({
    kind,
    title,
    source: textColumn
      .describe("Call of the node")
      .meta({ example: "POST /eth/v1/beacon/rewards/attestations/{epoch}" }),
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
      .describe("Reason at the last of these points; null if there are none")
      .meta({ example: "the node has no state of epoch 4711" }),
    software: textListColumn
      .describe("Name and version of the nodes at the last comparison")
      .meta({ example: ["Lighthouse/v8.0.0", "Geth/v1.17.10"] }),
    verifiedAt: timestampColumn.describe("Time of the last comparison"),
  })
  .meta({ id: "Verification" });

export const verificationDifference = z
  .object({
    kind,
    title,
    unit,
    point: integerColumn.describe("Height, or the period that `unit` names"),
    subject: textColumn
      .describe("Validator, address or pool; empty for the whole network")
      .meta({ example: "17" }),
    item: textColumn.describe("Figure, with its unit").meta({ example: "head_gwei" }),
    against: textColumn
      .describe("What the node was compared with: warehouse or API")
      .meta({ example: "warehouse" }),
    node: textColumn
      .nullable()
      .describe("Value of the node; null if it reports none")
      .meta({ example: "2310" }),
    own: textColumn
      .nullable()
      .describe("Value of the warehouse or the API; null if it has none")
      .meta({ example: "2311" }),
    explain: textColumn
      .nullable()
      .describe("Path of this API that explains the value; null if there is none")
      .meta({ example: "/v1/eth/validators/17/explain?date=2026-01-31" }),
    nodeError: textColumn
      .nullable()
      .describe(
        "Rule of the protocol from which the node software is known to differ; null if it is not known to",
      )
      .meta({ example: "rewards are per validator (issue 1)" }),
    verifiedAt: timestampColumn.describe("Time of the comparison"),
  })
  .meta({ id: "VerificationDifference" });

export const verificationList = z
  .object({ results: z.array(verificationRecord) })
  .meta({ id: "Verifications" });

export const verificationDifferenceList = z
  .object({ results: z.array(verificationDifference) })
  .meta({ id: "VerificationDifferences" });
