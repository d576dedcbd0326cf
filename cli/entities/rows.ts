/** Rows of imported entities: valid values of a line, and their meaning. */
import { z } from "zod";

const idTypes = ["pool", "nodeOperator", "depositAddress", "dvtNetwork", "dvtOperator", "poolShare"] as const;
const keyKinds = ["pubkey", "index", "withdrawal_address", "deposit_address"] as const;
export type KeyKind = (typeof keyKinds)[number];

/** Columns of the file, in any order. */
export const entityColumns = [
  "key",
  "key_kind",
  "id_type",
  "entity",
  "from_date",
  "to_date",
  "source",
  "pool_type",
] as const;

const patterns: Record<KeyKind, { pattern: RegExp; form: string }> = {
  pubkey: { pattern: /^0x[0-9a-f]{96}$/, form: "a public key: 0x and 96 hexadecimal digits" },
  index: { pattern: /^(?:0|[1-9]\d{0,9})$/, form: "an index: a whole number" },
  withdrawal_address: { pattern: /^0x[0-9a-f]{40}$/, form: "an address: 0x and 40 hexadecimal digits" },
  deposit_address: { pattern: /^0x[0-9a-f]{40}$/, form: "an address: 0x and 40 hexadecimal digits" },
};
const uint32Max = 0xffff_ffff;

export const entityNameMax = 200;
const name = z
  .string()
  .trim()
  .min(1, "is empty")
  .max(entityNameMax, `is longer than ${entityNameMax} characters`);

const date = z.union([
  z.literal("").transform(() => null),
  z.iso
    .date("is no date: YYYY-MM-DD, or empty")
    .refine((text) => text >= "1900-01-01" && text <= "2299-12-31", {
      message: "is before 1900 or after 2299",
    }),
]);

export const entityRow = z
  .strictObject({
    key: z.string().trim().toLowerCase(),
    key_kind: z.enum(keyKinds, `must be one of ${keyKinds.join(", ")}`),
    id_type: z.enum(idTypes, `must be one of ${idTypes.join(", ")}`),
    entity: name,
    from_date: date,
    to_date: date,
    source: name,
    pool_type: z.enum(["", "cex", "lst"], "must be cex, lst or empty"),
  })
  .superRefine(({ key, key_kind, from_date, to_date }, context) => {
    const { pattern, form } = patterns[key_kind];
    if (!pattern.test(key) || (key_kind === "index" && Number(key) > uint32Max))
      context.addIssue({ code: "custom", path: ["key"], message: `"${key}" is not ${form}` });
    if (from_date !== null && to_date !== null && from_date > to_date)
      context.addIssue({ code: "custom", path: ["to_date"], message: "is before from_date" });
  })
  .transform(({ id_type, entity, pool_type, ...row }) => ({
    ...row,
    id_type,
    // Addresses have no case of their own; names do.
    entity: id_type === "depositAddress" ? entity.toLowerCase() : entity,
    pool_type: id_type === "pool" ? pool_type : "",
  }));
export type EntityRow = z.output<typeof entityRow> & { line: number };
