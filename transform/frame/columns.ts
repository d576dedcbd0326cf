/** Columns for Store.insert from rows of plain values. For small facts; bulk facts arrive as typed arrays already. */
import type { Column, ColumnValues } from "../../lib/store/store.ts";

type Cell = string | number | bigint | null | readonly number[];

/** `name: type` in the table's order. */
export type ColumnTypes = Record<string, string>;

export type Rows<Types extends ColumnTypes> = {
  push(row: Record<keyof Types, Cell>): void;
  readonly length: number;
  columns(): Column[];
};

const numberArrays = {
  UInt8: Uint8Array,
  UInt16: Uint16Array,
  UInt32: Uint32Array,
  Int32: Int32Array,
  Float64: Float64Array,
} as const;

/** Text of exactly `width` characters, or 0x and the hex of `width` bytes. */
function packFixed(width: number, cells: readonly string[]): Uint8Array {
  const bytes = Buffer.alloc(width * cells.length);
  cells.forEach((cell, i) => {
    if (cell.length === width) bytes.write(cell, i * width, "latin1");
    else if (cell.length === 2 + 2 * width) bytes.write(cell.slice(2), i * width, "hex");
  });
  return bytes;
}

function pack(type: string, cells: Cell[]): ColumnValues {
  const nullable = /^Nullable\((.+)\)$/.exec(type)?.[1];
  if (nullable !== undefined) {
    const zero = nullable.startsWith("FixedString") || nullable === "String" ? "" : 0;
    return {
      kind: "nullable",
      nulls: Uint8Array.from(cells, (cell) => (cell === null ? 1 : 0)),
      values: pack(
        nullable,
        cells.map((cell) => cell ?? zero),
      ),
    };
  }
  const element = /^Array\((.+)\)$/.exec(type)?.[1];
  if (element !== undefined) {
    let end = 0n;
    const offsets = BigUint64Array.from(cells, (cell) => {
      end += BigInt((cell as readonly number[]).length);
      return end;
    });
    return { kind: "array", offsets, values: pack(element, (cells as (readonly number[])[]).flat()) };
  }
  if (type === "UInt64") return BigUint64Array.from(cells as (string | number | bigint)[], BigInt);
  if (type === "Int64") return BigInt64Array.from(cells as (string | number | bigint)[], BigInt);
  const width = /^FixedString\((\d+)\)$/.exec(type)?.[1];
  if (width !== undefined) return packFixed(Number(width), cells as string[]);
  const array = numberArrays[type as keyof typeof numberArrays];
  return array === undefined ? (cells as string[]) : array.from(cells as number[]);
}

/** Collects rows of one table. */
export function createRows<Types extends ColumnTypes>(types: Types): Rows<Types> {
  const names = Object.keys(types);
  const cells = names.map((): Cell[] => []);
  return {
    push: (row) => {
      names.forEach((name, i) => {
        (cells[i] as Cell[]).push(row[name] as Cell);
      });
    },
    get length() {
      return cells[0]?.length ?? 0;
    },
    columns: () =>
      names.map((name, i) => ({
        name,
        type: types[name] as string,
        values: pack(types[name] as string, cells[i] as Cell[]),
      })),
  };
}

/** A column that holds the same text in every row. */
export function constantText(name: string, text: string, rows: number): Column {
  return { name, type: "String", values: { kind: "repeated", text, rows } };
}
