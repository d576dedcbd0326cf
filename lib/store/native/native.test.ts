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

/** A type with an arbitrary for `rows` values of it. */
type Sample = { type: string; values: (rows: number) => fc.Arbitrary<ColumnValues> };

function typed<Element, Result extends ColumnValues>(
  type: string,
  element: fc.Arbitrary<Element>,
  pack: (values: Element[]) => Result,
): Sample {
  return { type, values: (rows) => fc.array(element, { minLength: rows, maxLength: rows }).map(pack) };
}

const unsigned = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
const signed = (bits: number) =>
  fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n });
const int = (min: number, max: number) => fc.integer({ min, max });
const decimal = (precision: number) =>
  fc.bigInt({ min: -(10n ** BigInt(precision) - 1n), max: 10n ** BigInt(precision) - 1n });
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
  typed("UInt128", unsigned(128), list),
  typed("Int128", signed(128), list),
  typed("UInt256", unsigned(256), list),
  typed("Int256", signed(256), list),
  typed("Decimal(9, 2)", decimal(9), list),
  typed("Decimal(18, 9)", decimal(18), list),
  typed("Decimal(38, 18)", decimal(38), list),
  typed("Decimal(76, 18)", decimal(76), list),
  typed("String", fc.string({ unit: "binary", maxLength: 60 }), texts),
  typed("Enum8('a' = -1, 'it\\'s' = 2)", fc.constantFrom("a", "it's"), texts),
  typed("Enum16('x' = 300, 'y, z' = 301)", fc.constantFrom("x", "y, z"), texts),
  typed("FixedString(3)", fc.uint8Array({ minLength: 3, maxLength: 3 }), (v) =>
    Uint8Array.from(v.flatMap((b) => [...b])),
  ),
];

function nullableOf(inner: Sample): Sample {
  return {
    type: `Nullable(${inner.type})`,
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
    values: (rows) =>
      offsetsFor(rows).chain((offsets) =>
        inner.values(Number(offsets.at(-1) ?? 0n)).map((values) => ({ kind: "array", offsets, values })),
      ),
  };
}

const textMap: Sample = {
  type: "Map(String, String)",
  values: (rows) =>
    offsetsFor(rows).chain((offsets) => {
      const pairs = Number(offsets.at(-1) ?? 0n);
      const words = fc.array(fc.string(), { minLength: pairs, maxLength: pairs });
      return fc.tuple(words, words).map(([keys, values]) => ({ kind: "map", offsets, keys, values }));
    }),
};

const samples = [
  ...flat,
  ...flat.map(nullableOf),
  ...flat.map(arrayOf),
  arrayOf(arrayOf(flat[4]!)),
  arrayOf(nullableOf(flat[21]!)),
  textMap,
];

/** Values as comparable text: what a null hides is nobody's business. */
function visible(values: ColumnValues): unknown {
  if (!("kind" in values)) return [...values];
  if (values.kind === "nullable") {
    const inner = values.values as ArrayLike<unknown>;
    const width = inner.length / values.nulls.length;
    return Array.from(values.nulls, (isNull, row) =>
      isNull === 1 ? null : Array.from({ length: width }, (_, index) => inner[row * width + index]),
    );
  }
  const keys = values.kind === "map" ? visible(values.keys) : undefined;
  return [values.kind, [...values.offsets], visible(values.values), keys];
}

describe("native columns", () => {
  it.each(samples.map((sample) => [sample.type, sample] as const))(
    "survive the engine: %s",
    async (type, sample) => {
      await store.command("drop table if exists t sync");
      await store.command(`create table t (id UInt32, v ${type}) engine = Memory`);
      await fc.assert(
        fc.asyncProperty(
          int(1, 9).chain((rows) => fc.tuple(fc.constant(rows), sample.values(rows))),
          async ([rows, values]) => {
            await store.command("truncate table t");
            const ids = Uint32Array.from({ length: rows }, (_, row) => row);
            await store.insert("t", [
              { name: "id", type: "UInt32", values: ids },
              { name: "v", type, values },
            ]);
            const block = await store.columns("select id, v from t order by id");
            expect(block.rows).toBe(rows);
            expect(visible(block.columns.v!)).toEqual(visible(values));
          },
        ),
        { numRuns: 8 },
      );
    },
  );

  it("join the blocks of a long answer", async () => {
    const block = await store.columns(
      `select number as n, toString(number) as s, [number, number + 1] as a, if(number % 2 = 0, number, null) as o,
        toLowCardinality(toString(number % 7)) as l, toFixedString('ab', 2) as f
      from numbers(5000) settings max_block_size = 700, max_threads = 1`,
    );
    expect(block.rows).toBe(5000);
    const { n, s, a, o, l, f } = block.columns as Record<string, unknown>;
    expect(n).toEqual(BigUint64Array.from({ length: 5000 }, (_, row) => BigInt(row)));
    expect(s).toEqual(Array.from({ length: 5000 }, (_, row) => String(row)));
    expect(l).toEqual(Array.from({ length: 5000 }, (_, row) => String(row % 7)));
    expect((f as Uint8Array).length).toBe(10_000);
    expect((o as { nulls: Uint8Array }).nulls).toEqual(
      Uint8Array.from({ length: 5000 }, (_, row) => row % 2),
    );
    const arrays = a as { offsets: BigUint64Array; values: BigUint64Array };
    expect(arrays.offsets[4999]).toBe(10_000n);
    expect([...arrays.values.slice(9_996)]).toEqual([4998n, 4999n, 4999n, 5000n]);
  });

  it("read dictionaries: nullable, of numbers, in arrays, and past 256 entries", async () => {
    const { columns } = await store.columns(`
      select
        toLowCardinality(if(number % 3 = 0, null, toString(number))) as text,
        toLowCardinality(toUInt32(number % 5)) as small,
        [toLowCardinality(toString(number)), 'x'] as list,
        toLowCardinality(toFixedString(toString(number % 10), 1)) as fixed
      from numbers(600) settings allow_suspicious_low_cardinality_types = 1`);
    const text = columns.text as unknown as { nulls: Uint8Array; values: string[] };
    expect([...text.nulls.slice(0, 4)]).toEqual([1, 0, 0, 1]);
    expect(text.values[599]).toBe("599");
    expect(columns.small).toEqual(Uint32Array.from({ length: 600 }, (_, row) => row % 5));
    expect((columns.list as unknown as { values: string[] }).values.slice(1196)).toEqual([
      "598",
      "x",
      "599",
      "x",
    ]);
    expect([...(columns.fixed as Uint8Array).slice(8, 11)]).toEqual([0x38, 0x39, 0x30]);
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
