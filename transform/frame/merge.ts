/** Blocks of rows of the same table → one block, so that they cost one statement and one part. */
import type { Column, ColumnValues, RepeatedText } from "../../lib/store/store.ts";

/** Rows on their way into a table. */
export type TableColumns = { table: string; rows: number; columns: Column[] };

type TypedArray = Exclude<
  ColumnValues,
  readonly string[] | readonly bigint[] | { kind: "array" | "map" | "nullable" }
>;
type Values = ColumnValues | RepeatedText;

function concatTyped<Values extends TypedArray>(parts: readonly Values[]): Values {
  const [first] = parts as [Values];
  const merged = new (first.constructor as new (length: number) => Values)(
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  let end = 0;
  for (const part of parts) {
    merged.set(part as never, end);
    end += part.length;
  }
  return merged;
}

/** The ends of lists whose values come one part behind the other. */
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

function expand({ text, rows }: RepeatedText): readonly string[] {
  return new Array<string>(rows).fill(text);
}

/** @param parts of one column, so all of one kind, but that text may be repeated or not */
function concat(parts: readonly Values[]): Values {
  const [first] = parts as [Values];
  if (ArrayBuffer.isView(first)) return concatTyped(parts as TypedArray[]);
  if ("kind" in first && first.kind === "array") {
    const lists = parts as (typeof first)[];
    return {
      kind: "array",
      offsets: shiftOffsets(lists.map(({ offsets }) => offsets)),
      values: concat(lists.map(({ values }) => values)) as ColumnValues,
    };
  }
  if ("kind" in first && first.kind === "nullable") {
    const nullables = parts as (typeof first)[];
    return {
      kind: "nullable",
      nulls: concatTyped(nullables.map(({ nulls }) => nulls)),
      values: concat(nullables.map(({ values }) => values)) as ColumnValues,
    };
  }
  const texts = parts as (readonly string[] | RepeatedText)[];
  const repeated = texts.filter((part) => "kind" in part);
  if (repeated.length === texts.length && repeated.every(({ text }) => text === repeated[0]?.text))
    return {
      kind: "repeated",
      text: repeated[0]?.text ?? "",
      rows: repeated.reduce((n, { rows }) => n + rows, 0),
    };
  return texts.flatMap((part) => ("kind" in part ? expand(part) : part));
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
          values: concat(parts.map(({ columns }) => (columns[place] as Column).values)),
        }),
      ),
    };
  });
}
