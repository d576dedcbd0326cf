import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fc } from "../../../test/support/properties.ts";
import { createLogger } from "../../logger.ts";
import { createEmbeddedStore } from "../embedded.ts";
import type { Column, ColumnValues } from "../store.ts";
import { decodeNative } from "./read.ts";
import { encodeNative } from "./write.ts";

const folder = mkdtempSync(join(tmpdir(), "native-"));
const store = createEmbeddedStore({ path: folder, log: createLogger("silent") });
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the engine says of a value that isn't read as it is, but as text. */
type Show = (value: bigint | string) => string;

/** A type with an arbitrary for `rows` values of it. */
type Sample = { type: string; show: Show | undefined; values: (rows: number) => fc.Arbitrary<ColumnValues> };

function typed<Element, Result extends ColumnValues>(
  type: string,
  element: fc.Arbitrary<Element>,
  pack: (values: Element[]) => Result,
  show?: Show,
): Sample {
  const values = (rows: number) => fc.array(element, { minLength: rows, maxLength: rows }).map(pack);
  return { type, show, values };
}

const unsigned = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
const signed = (bits: number) =>
  fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n });
const int = (min: number, max: number) => fc.integer({ min, max });
const decimal = (precision: number) =>
  fc.bigInt({ min: -(10n ** BigInt(precision) - 1n), max: 10n ** BigInt(precision) - 1n });
/** The digits of a decimal, without zeros at its end. */
const decimalText =
  (scale: number): Show =>
  (value) => {
    const digits = String(value)
      .replace("-", "")
      .padStart(scale + 1, "0");
    const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, "");
    return `${BigInt(value) < 0n ? "-" : ""}${text}`;
  };
const list = (values: bigint[]): ColumnValues => values;
const texts = (values: string[]): ColumnValues => values;

const flat: Sample[] = [
  typed("UInt8", int(0, 255), (v) => Uint8Array.from(v)),
  typed("Int8", int(-128, 127), (v) => Int8Array.from(v)),
  typed("UInt16", int(0, 65_535), (v) => Uint16Array.from(v)),
  typed("Int16", int(-32_768, 32_767), (v) => Int16Array.from(v)),
  typed("UInt32", int(0, 4_294_967_295), (v) => Uint32Array.from(v)),
  typed("Int32", int(-2_147_483_648, 2_147_483_647), (v) => Int32Array.from(v)),
  typed("UInt64", unsigned(64), (v) => BigUint64Array.from(v)),
  typed("Int64", signed(64), (v) => BigInt64Array.from(v)),
  typed("Float64", fc.double(), (v) => Float64Array.from(v)),
  typed("Bool", int(0, 1), (v) => Uint8Array.from(v)),
  typed("Date", int(0, 65_535), (v) => Uint16Array.from(v)),
  typed("DateTime", int(0, 4_294_967_295), (v) => Uint32Array.from(v)),
  typed("DateTime64(3, 'UTC')", int(0, 4_294_967_295), (v) => BigInt64Array.from(v, BigInt)),
  typed("UInt128", unsigned(128), list, String),
  typed("Int128", signed(128), list, String),
  typed("UInt256", unsigned(256), list, String),
  typed("Int256", signed(256), list, String),
  typed("Decimal(9, 2)", decimal(9), list, decimalText(2)),
  typed("Decimal(18, 9)", decimal(18), list, decimalText(9)),
  typed("Decimal(38, 18)", decimal(38), list, decimalText(18)),
  typed("Decimal(76, 18)", decimal(76), list, decimalText(18)),
  typed("String", fc.string({ unit: "binary", maxLength: 60 }), texts),
  typed("Enum8('a' = -1, 'it\\'s' = 2)", fc.constantFrom("a", "it's"), texts, String),
  typed("Enum16('x' = 300, 'y, z' = 301)", fc.constantFrom("x", "y, z"), texts, String),
  typed("FixedString(3)", fc.uint8Array({ minLength: 3, maxLength: 3 }), (v) =>
    Uint8Array.from(v.flatMap((b) => [...b])),
  ),
];

function nullableOf(inner: Sample): Sample {
  return {
    type: `Nullable(${inner.type})`,
    show: inner.show,
    values: (rows) =>
      fc
        .tuple(fc.uint8Array({ minLength: rows, maxLength: rows, max: 1 }), inner.values(rows))
        .map(([nulls, values]) => ({ kind: "nullable", nulls, values })),
  };
}

function offsetsFor(rows: number): fc.Arbitrary<BigUint64Array> {
  return fc.array(int(0, 4), { minLength: rows, maxLength: rows }).map((sizes) => {
    let total = 0;
    return BigUint64Array.from(sizes, (size) => {
      total += size;
      return BigInt(total);
    });
  });
}

function arrayOf(inner: Sample): Sample {
  return {
    type: `Array(${inner.type})`,
    show: inner.show,
    values: (rows) =>
      offsetsFor(rows).chain((offsets) =>
        inner.values(Number(offsets.at(-1) ?? 0n)).map((values) => ({ kind: "array", offsets, values })),
      ),
  };
}

const nested = [arrayOf(arrayOf(flat[4]!)), arrayOf(nullableOf(flat[21]!))];
const groups: [string, Sample[]][] = [
  ["of every type", flat],
  ["that may be null", flat.map(nullableOf)],
  ["of arrays", [...flat.map(arrayOf), ...nested]],
];

/** The same values as the texts that a query casts them to. */
function shown(values: ColumnValues, show: Show | undefined): ColumnValues {
  if (show === undefined) return values;
  if ("kind" in values) return { ...values, values: shown(values.values, show) } as ColumnValues;
  return Array.from(values as readonly (bigint | string)[], show);
}

/** Values as comparable text: bytes under a null don't count. */
function visible(values: ColumnValues): unknown {
  if (!("kind" in values)) return [...values];
  if (values.kind === "nullable") {
    const inner = values.values as ArrayLike<unknown>;
    const width = inner.length / values.nulls.length;
    return Array.from(values.nulls, (isNull, row) =>
      isNull === 1 ? null : Array.from({ length: width }, (_, index) => inner[row * width + index]),
    );
  }
  return [values.kind, [...values.offsets], visible(values.values)];
}

describe("native columns", () => {
  it.each(groups)("survive the engine: %s", async (_, samples) => {
    const names = samples.map((_, index) => `c${index}`);
    const declared = samples.map(({ type }, index) => `${names[index]} ${type}`);
    const read = samples.map(({ type, show }, index) => {
      const name = names[index];
      if (show === undefined) return name;
      return type.startsWith("Array")
        ? `arrayMap(x -> toString(x), ${name}) as ${name}`
        : `toString(${name}) as ${name}`;
    });
    await store.command("drop table if exists t sync");
    await store.command(`create table t (id UInt32, ${declared.join(", ")}) engine = Memory`);
    const blocks = int(1, 9).chain((rows) =>
      fc.tuple(fc.constant(rows), fc.tuple(...samples.map(({ values }) => values(rows)))),
    );
    await fc.assert(
      fc.asyncProperty(blocks, async ([rows, columns]) => {
        await store.command("truncate table t");
        const ids = Uint32Array.from({ length: rows }, (_, row) => row);
        await store.insert("t", [
          { name: "id", type: "UInt32", values: ids },
          ...columns.map((values, index) => ({ name: names[index]!, type: samples[index]!.type, values })),
        ]);
        const block = await store.columns(`select id, ${read.join(", ")} from t order by id`);
        expect(block.rows).toBe(rows);
        for (const [index, { type, show }] of samples.entries())
          expect(visible(block.columns[names[index]!]!), type).toEqual(visible(shown(columns[index]!, show)));
      }),
      { numRuns: 8 },
    );
  });

  it("survive the engine: maps", async () => {
    const words = (length: number) => fc.array(fc.string(), { minLength: length, maxLength: length });
    const maps = int(1, 9)
      .chain((rows) => offsetsFor(rows))
      .chain((offsets) => {
        const pairs = Number(offsets.at(-1) ?? 0n);
        return fc.tuple(fc.constant(offsets), words(pairs), words(pairs));
      });
    await store.command("drop table if exists t sync");
    await store.command("create table t (v Map(String, String)) engine = Memory");
    await fc.assert(
      fc.asyncProperty(maps, async ([offsets, keys, values]) => {
        await store.command("truncate table t");
        const map = { kind: "map" as const, offsets, keys, values };
        await store.insert("t", [{ name: "v", type: "Map(String, String)", values: map }]);
        const { columns } = await store.columns(
          "select mapKeys(v) as map_keys, mapValues(v) as map_values from t",
        );
        expect([visible(columns.map_keys!), visible(columns.map_values!)]).toEqual([
          ["array", [...offsets], keys],
          ["array", [...offsets], values],
        ]);
      }),
      { numRuns: 8 },
    );
  });

  it("join the blocks of a long answer", async () => {
    const block = await store.columns(
      `select number as n, toString(number) as s, [number, number + 1] as a, if(number % 2 = 0, number, null) as o,
        toFixedString('ab', 2) as f
      from numbers(5000) settings max_block_size = 700, max_threads = 1`,
    );
    expect(block.rows).toBe(5000);
    const { n, s, a, o, f } = block.columns as Record<string, unknown>;
    expect(n).toEqual(BigUint64Array.from({ length: 5000 }, (_, row) => BigInt(row)));
    expect(s).toEqual(Array.from({ length: 5000 }, (_, row) => String(row)));
    expect((f as Uint8Array).length).toBe(10_000);
    expect((o as { nulls: Uint8Array }).nulls).toEqual(
      Uint8Array.from({ length: 5000 }, (_, row) => row % 2),
    );
    const arrays = a as { offsets: BigUint64Array; values: BigUint64Array };
    expect(arrays.offsets[4999]).toBe(10_000n);
    expect([...arrays.values.slice(9_996)]).toEqual([4998n, 4999n, 4999n, 5000n]);
  });

  it.each([
    "toUInt128(1)",
    "toDecimal64(1, 2)",
    "toLowCardinality('a')",
    "map('a', 'b')",
    "cast('a', 'Enum8(\\'a\\' = 1)')",
  ])("refuse to read what a query has to cast: %s", async (expression) => {
    await expect(store.columns(`select ${expression} as a`)).rejects.toMatchObject({
      code: "unsupported_type",
    });
  });

  it("give no columns for no rows", async () => {
    expect((await store.columns("select 1 as a where 0")).rows).toBe(0);
    expect(decodeNative(Buffer.alloc(0))).toEqual({ rows: 0, columns: {} });
  });

  it.each<[string, Column[], string]>([
    [
      "another width",
      [{ name: "a", type: "UInt32", values: Uint16Array.of(1) }],
      "Uint32Array expected, Uint16Array given",
    ],
    [
      "text for numbers",
      [{ name: "a", type: "UInt32", values: ["1"] }],
      "Column a: Uint32Array expected, string[] given",
    ],
    [
      "a float for an integer",
      [{ name: "a", type: "UInt64", values: Float64Array.of(1) }],
      "BigUint64Array expected",
    ],
    [
      "a name outside the enum",
      [{ name: "a", type: "Enum8('x' = 1)", values: ["y"] }],
      '"y" is not in the enum',
    ],
    ["a number too large", [{ name: "a", type: "UInt128", values: [2n ** 128n] }], "does not fit 128 bits"],
    [
      "text too long",
      [{ name: "a", type: "FixedString(2)", values: ["abc"] }],
      '"abc" is longer than 2 bytes',
    ],
    [
      "a wrong offset",
      [
        {
          name: "a",
          type: "Array(UInt8)",
          values: { kind: "array", offsets: BigUint64Array.of(2n), values: Uint8Array.of(1) },
        },
      ],
      "Offsets end at 2 but there are 1 values",
    ],
    [
      "an unknown type",
      [{ name: "a", type: "Tuple(UInt8)", values: Uint8Array.of(1) }],
      "Tuple(UInt8) cannot be carried",
    ],
  ])("refuse %s", (_, columns, message) => {
    expect(() => encodeNative(columns)).toThrow(message);
  });

  it("refuse an answer that ends early", () => {
    const { chunks } = encodeNative([{ name: "a", type: "UInt32", values: Uint32Array.of(1, 2) }]);
    const bytes = Buffer.concat(chunks);
    for (let length = 1; length < bytes.length; length += 1) {
      expect(() => decodeNative(bytes.subarray(0, length))).toThrow("ends early");
    }
  });
});
