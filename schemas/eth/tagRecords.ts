/** Private sets of validators, as in the API. */
import { z } from "zod";
import { integerColumn, textColumn, timestampColumn } from "../columns.ts";

export const tagRecord = z
  .object({
    id: z.string().meta({ format: "uuid" }).describe("Identifier, as in the path of its records"),
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
    pubkeysRemoved: integerColumn.describe("Public keys that were removed from the set"),
  })
  .meta({ id: "EthereumTagRemoval" });

export const tagValidator = z
  .object({
    pubkey: textColumn.describe("Public key"),
    validatorIndex: integerColumn
      .nullable()
      .describe(
        "Index on the network; null if no validator has the key yet. The key counts as soon as one does",
      ),
    addedAt: timestampColumn.describe("Time at which it was last added. It also counts on days before that"),
  })
  .meta({ id: "EthereumTagValidator" });
