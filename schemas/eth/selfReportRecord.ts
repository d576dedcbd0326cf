import { z } from "zod";
import { textColumn, textListColumn } from "../columns.ts";

export const selfReport = z
  .object({
    operatorName: textColumn.describe("Organization of the key: the node operator"),
    validators: textListColumn.describe("Public keys that were reported"),
    network: textColumn.describe("Network of the validators"),
    poolTag: textColumn.nullable().describe("Pool for which the operator runs them; null if there is none"),
  })
  .meta({ id: "SelfReport" });
