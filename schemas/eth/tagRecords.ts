/** Private sets of validators, as the API answers them. */
import { z } from "zod";
import { integerColumn, textColumn, timestampColumn } from "../columns.ts";

export const tagRecord = z
  .object({
    id: z.string().meta({ format: "uuid" }).describe("Identifier: the path of its records has it"),
    name: textColumn.describe("Name given at creation"),
    network: textColumn.describe("Network of its validators"),
    organizationId: textColumn.describe("Owner; nobody else sees the set"),
    createdBy: z.string().meta({ format: "uuid" }).describe("Stands for the key it was created with"),
    createdAt: timestampColumn.describe("Time of creation"),
    updatedAt: timestampColumn
      .nullable()
      .describe("Time at which validators were last added or removed; null before that"),
  })
  .meta({ id: "EthereumTag" });

export const tagAddition = z
  .object({
    tag: tagRecord,
    pubkeysAdded: integerColumn.describe("Public keys that were not in the set before"),
  })
  .meta({ id: "EthereumTagAddition" });

export const tagRemoval = z
  .object({
    tag: tagRecord,
    pubkeysRemoved: integerColumn.describe("Public keys that are not in the set any more"),
  })
  .meta({ id: "EthereumTagRemoval" });
