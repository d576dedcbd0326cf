/** Private sets of validators, as in the API. */
import { z } from "zod";
import { integerColumn, textColumn, timestampColumn } from "../columns.ts";

export const tagRecord = z
  .object({
    id: z.string().meta({ format: "uuid" }).describe("Identifier: the path of its records has it"),
    name: textColumn.describe("Name"),
    network: textColumn.describe("Network of its validators"),
    organizationId: textColumn.describe("Owner; other organizations cannot see the set"),
    createdBy: z.string().meta({ format: "uuid" }).describe("Identifier of the key that created it"),
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

export const tagValidator = z
  .object({
    pubkey: textColumn.describe("Public key"),
    validatorIndex: integerColumn
      .nullable()
      .describe(
        "Index on the network; null: no validator has the key yet, and it counts as soon as one does",
      ),
    addedAt: timestampColumn.describe("Time at which it was last added. It counts on days before that, too"),
  })
  .meta({ id: "EthereumTagValidator" });
