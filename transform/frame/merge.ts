/** Blocks of rows of the same table → one block, so that they cost one statement and one part. */
import { elementAt } from "../../lib/elementAt.ts";
import { expand } from "../../lib/store/repeated.ts";
import type { Column, ColumnValues, Repeated } from "../../lib/store/store.ts";

/** Rows on their way into a table. */
export type TableColumns = { table: string; rows: number; columns: Column[] };

type TypedArray = Exclude<
  ColumnValues,
  readonly string[] | readonly bigint[] | { kind: "array" | "map" | "nullable" }
>;
type Values = ColumnValues | Repeated;

function concatTyped<Values extends TypedArray>(parts: readonly Values[]): Values {
  const [first] = parts as [Values];
  // Bytes may come as a Buffer, whose constructor must not be called.
  const Typed = first instanceof Uint8Array ? Uint8Array : first.constructor;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const merged = new (Typed as new (length: number) => Values)(length);
  let end = 0;
  for (const part of parts) {
    merged.set(part as never, end);
    end += part.length;
  }
  return merged;
}

/** The ends of lists whose values are concatenated part by part. */
function shiftOffsets(parts: readonly BigUint64Array[]): BigUint64Array {
  const merged = concatTyped(parts);
  let row = 0;
  let start = 0n;
  for (const part of parts) {
    for (const offset of part) merged[row++] = start + offset;
    start += part.at(-1) ?? 0n;
  }
  return merged;
}

function isRepeated(values: Values): values is Repeated {
  return "kind" in values && values.kind === "repeated";
}

/** One value for all rows where the parts have the same; else every row of its own. */
function concatColumn(type: string, parts: readonly Values[]): Values {
  const repeated = parts.filter(isRepeated);
  const [first] = repeated;
  if (first === undefined) return concat(parts as readonly ColumnValues[]);
  if (repeated.length === parts.length && repeated.every(({ value }) => value === first.value))
    return { ...first, rows: repeated.reduce((sum, { rows }) => sum + rows, 0) };
  return concat(parts.map((part) => (isRepeated(part) ? expand(type, part) : part)));
}

/** @param parts of one column, so all of one kind */
function concat(parts: readonly ColumnValues[]): ColumnValues {
  const [first] = parts as [ColumnValues];
  if (ArrayBuffer.isView(first)) return concatTyped(parts as TypedArray[]);
  if ("kind" in first && first.kind === "array") {
    const lists = parts as (typeof first)[];
    return {
      kind: "array",
      offsets: shiftOffsets(lists.map(({ offsets }) => offsets)),
      values: concat(lists.map(({ values }) => values)),
    };
  }
  if ("kind" in first && first.kind === "nullable") {
    const nullables = parts as (typeof first)[];
    return {
      kind: "nullable",
      nulls: concatTyped(nullables.map(({ nulls }) => nulls)),
      values: concat(nullables.map(({ values }) => values)),
    };
  }
  return (parts as (readonly string[])[]).flat();
}

const shapeOf = ({ table, columns }: TableColumns) =>
  [table, ...columns.map(({ name, type }) => `${name} ${type}`)].join("\n");

/** Rows in their order; tables in that of their first rows. Blocks of other columns than those before stay apart. */
export function mergeTables(tables: readonly TableColumns[]): TableColumns[] {
  const byShape = new Map<string, TableColumns[]>();
  for (const table of tables) {
    if (table.rows === 0) continue;
    const shape = shapeOf(table);
    const parts = byShape.get(shape);
    if (parts === undefined) byShape.set(shape, [table]);
    else parts.push(table);
  }
  return [...byShape.values()].map((parts) => {
    const [first] = parts as [TableColumns];
    if (parts.length === 1) return first;
    return {
      table: first.table,
      rows: parts.reduce((sum, { rows }) => sum + rows, 0),
      columns: first.columns.map(
        ({ name, type }, place): Column => ({
          name,
          type,
          values: concatColumn(
            type,
            parts.map(({ columns }) => elementAt(columns, place).values),
          ),
        }),
      ),
    };
  });
}
