/**
 * Columns for Store.insert, with the types in the table's file. Small facts come as rows of plain values; bulk facts
 * are typed arrays already and pass unchanged.
 */
import { FatalError } from "../../lib/errors.ts";
import { loadTable } from "../../lib/sql/table.ts";
import type { Column, ColumnValues, Repeated } from "../../lib/store/store.ts";
import type { TableColumns } from "./tables.ts";

type Cell = string | number | bigint | null | readonly number[] | readonly string[];

/** A whole column; one value stands for the same in every row. */
export type BulkValues = ColumnValues | Repeated | string | number | bigint;

export type Rows = {
  /** @throws FatalError `bad_column` if the row has other columns than the table, or than earlier rows */
  push(row: Readonly<Record<string, Cell>>): void;
  readonly length: number;
  /**
   * The table's columns: those of the rows, and the given whole columns.
   * @throws FatalError `bad_column` if a column is missing, unknown or of a wrong kind
   */
  toTable(bulk?: Readonly<Record<string, BulkValues>>): TableColumns;
};

const numberArrays = {
  UInt8: Uint8Array,
  Int8: Int8Array,
  UInt16: Uint16Array,
  Int16: Int16Array,
  UInt32: Uint32Array,
  Int32: Int32Array,
  Float64: Float64Array,
} as const;
const bigintArrays = { UInt64: BigUint64Array, Int64: BigInt64Array } as const;

function arrayOf<Arrays extends object>(arrays: Arrays, type: string): Arrays[keyof Arrays] | undefined {
  return Object.hasOwn(arrays, type) ? arrays[type as keyof Arrays] : undefined;
}

/** `Nullable(T)` and the like. */
function innerOf(wrapper: string, type: string): string | undefined {
  return type.startsWith(`${wrapper}(`) ? type.slice(wrapper.length + 1, -1) : undefined;
}

/** Types that the engine reads from text: exact, and faster than conversion in JavaScript. */
const textTypes = /^(?:String|Date|Date32|DateTime|DateTime64|Decimal|Enum8|Enum16)(?:\(|$)/;

/** The type to send for values in rows. The engine builds dictionaries itself. */
function sentType(type: string): string {
  const plain = innerOf("LowCardinality", type) ?? type;
  for (const wrapper of ["Nullable", "Array"]) {
    const inner = innerOf(wrapper, plain);
    if (inner !== undefined) return `${wrapper}(${sentType(inner)})`;
  }
  return textTypes.test(plain) ? "String" : plain;
}

/** Integers that no typed array holds. */
const wideTypes = /^U?Int(?:128|256)$/;

function wrong(table: string, column: string, problem: string): FatalError {
  return new FatalError(`${table}.${column}: ${problem}`, { code: "bad_column", meta: { table, column } });
}

/** Text of exactly `width` characters, or 0x and the hex of `width` bytes; zeros for any other. */
function packFixed(width: number, cells: readonly string[]): Uint8Array {
  const bytes = Buffer.alloc(width * cells.length);
  cells.forEach((cell, i) => {
    if (cell.length === width) bytes.write(cell, i * width, "latin1");
    else if (cell.length === 2 + 2 * width) bytes.write(cell.slice(2), i * width, "hex");
  });
  return bytes;
}

function strayValue(type: string, value: unknown): TypeError {
  return new TypeError(`${type} expected, ${typeof value === "string" ? `"${value}"` : String(value)} given`);
}

/** @throws TypeError with the problem, to which the caller adds the column's name */
function pack(type: string, cells: readonly Cell[]): ColumnValues {
  const nullable = innerOf("Nullable", type);
  if (nullable !== undefined) {
    const isNumber = arrayOf(numberArrays, nullable) || arrayOf(bigintArrays, nullable);
    const zero = isNumber || wideTypes.test(nullable) ? 0 : "";
    return {
      kind: "nullable",
      nulls: Uint8Array.from(cells, (cell) => (cell === null ? 1 : 0)),
      values: pack(
        nullable,
        cells.map((cell) => cell ?? zero),
      ),
    };
  }
  const element = innerOf("Array", type);
  if (element !== undefined) {
    const lists = cells as (readonly (number | string)[])[];
    let end = 0n;
    const offsets = BigUint64Array.from(lists, (list) => {
      end += BigInt(list.length);
      return end;
    });
    return { kind: "array", offsets, values: pack(element, lists.flat()) };
  }
  if (wideTypes.test(type)) return (cells as (string | number | bigint)[]).map(BigInt);
  if (Object.hasOwn(bigintArrays, type)) {
    const values = (cells as (string | number | bigint)[]).map(BigInt);
    return type === "UInt64" ? BigUint64Array.from(values) : BigInt64Array.from(values);
  }
  const numbers = arrayOf(numberArrays, type);
  const expected = numbers === undefined ? "string" : "number";
  const stray = cells.findIndex((cell) => typeof cell !== expected);
  if (stray !== -1) throw strayValue(type, cells[stray]);
  if (numbers !== undefined) return numbers.from(cells as number[]);
  const width = innerOf("FixedString", type);
  return width === undefined ? (cells as string[]) : packFixed(Number(width), cells as string[]);
}

/** The same value in every row. */
function repeat(type: string, value: string | number | bigint, rows: number): Repeated {
  const isText = type === "String" && typeof value === "string";
  const isNumber = arrayOf(numberArrays, type) !== undefined && typeof value === "number";
  if (isText || isNumber) return { kind: "repeated", value, rows };
  if (arrayOf(bigintArrays, type) === undefined || typeof value === "string") throw strayValue(type, value);
  return { kind: "repeated", value: BigInt(value), rows };
}

function bulkColumn(name: string, type: string, values: BulkValues, rows: number): Column {
  if (typeof values !== "object")
    return { name, type: sentType(type), values: repeat(sentType(type), values, rows) };
  // Numbers of an enumeration and seconds pass unchanged; a text type accepts only text.
  const plain = innerOf("LowCardinality", type) ?? type;
  const isNumbered = /^(?:Enum(?:8|16)\(|DateTime\(|Date$)/.test(plain) && ArrayBuffer.isView(values);
  return { name, type: isNumbered ? plain : sentType(type), values };
}

type TableType = { type: string; isOptional: boolean };

/** The columns of the rows; those with a default may be left out. */
function typesOf(table: string): Map<string, TableType> {
  const stored = loadTable(table).columns.filter(
    (column) => column.default === undefined || column.default.kind === "default",
  );
  return new Map(
    stored.map((column) => [column.name, { type: column.type, isOptional: column.default !== undefined }]),
  );
}

function toTable(
  table: string,
  rows: number,
  cells: ReadonlyMap<string, Cell[]>,
  bulk: Readonly<Record<string, BulkValues>>,
): TableColumns {
  const types = typesOf(table);
  const stray = Object.keys(bulk).find((name) => !types.has(name));
  if (stray !== undefined) throw wrong(table, stray, "the table has no such column");
  if (rows === 0) return { table, rows, columns: [] };
  const columns: Column[] = [];
  for (const [name, { type, isOptional }] of types) {
    const [collected, whole] = [cells.get(name), bulk[name]];
    if (collected !== undefined && whole !== undefined) throw wrong(table, name, "the column is given twice");
    try {
      if (whole !== undefined) columns.push(bulkColumn(name, type, whole, rows));
      else if (collected !== undefined)
        columns.push({ name, type: sentType(type), values: pack(sentType(type), collected) });
      else if (!isOptional) throw new TypeError("the column is missing");
    } catch (error) {
      throw wrong(table, name, error instanceof Error ? error.message : String(error));
    }
  }
  return { table, rows, columns };
}

/** Collects rows of a table, and adds whole columns to them. */
export function createRows(table: string): Rows {
  const types = typesOf(table);
  /** The columns of the first row, and their cells; every row has the same. */
  let columns: readonly { name: string; cells: Cell[] }[] = [];
  let length = 0;

  function start(row: Readonly<Record<string, Cell>>): void {
    const names = Object.keys(row);
    const stray = names.find((name) => !types.has(name));
    if (stray !== undefined) throw wrong(table, stray, "the table has no such column");
    columns = names.map((name) => ({ name, cells: [] }));
  }

  return {
    push: (row) => {
      if (length === 0) start(row);
      for (const { name, cells } of columns) {
        const cell = row[name];
        if (cell === undefined) throw wrong(table, name, "the column is missing");
        cells.push(cell);
      }
      const given = Object.keys(row);
      if (given.length !== columns.length) {
        const names = new Set(columns.map(({ name }) => name));
        const stray = given.find((name) => !names.has(name));
        throw wrong(table, stray ?? "", "the rows before have no such column");
      }
      length += 1;
    },
    get length() {
      return length;
    },
    toTable: (bulk = {}) =>
      toTable(table, length, new Map(columns.map(({ name, cells }) => [name, cells])), bulk),
  };
}

/** The rows of a table, by its name. */
export type RowsOf = (table: string) => Rows;

/** Collects rows of several tables. */
export function collectRows(): { rows: RowsOf; toTables(): TableColumns[] } {
  const byTable = new Map<string, Rows>();
  return {
    rows: (table) => {
      const existing = byTable.get(table);
      if (existing !== undefined) return existing;
      const rows = createRows(table);
      byTable.set(table, rows);
      return rows;
    },
    toTables: () => [...byTable.values()].map((rows) => rows.toTable()),
  };
}

/** A table whose columns are all whole. @throws FatalError `bad_column` as `Rows.toTable` */
export function bulkTable(
  table: string,
  rows: number,
  columns: Readonly<Record<string, BulkValues>>,
): TableColumns {
  return toTable(table, rows, new Map(), columns);
}
