/**
 * Which rows of a chain's tables belong to a range of heights. The front matter of a table names the column (`height`);
 * the chain knows its values for a range.
 */
import { FatalError } from "../../lib/errors.ts";
import { listTables, type SqlTable } from "../../lib/sql/table.ts";
import type { RowFilter } from "../../lib/store/shadow.ts";
import { sortByReads, sortedModels } from "./models.ts";

/** The filter of each table with heights; tables without heights are not included. */
export type RowsOfRange = ReadonlyMap<string, RowFilter>;

const layers = ["raw", "dim", "int", "fct"];

function layerOf({ table }: SqlTable): number {
  return layers.indexOf(table.slice(0, table.indexOf("_")));
}

/**
 * By table, its column of heights; null if its rows have none, such as a validator's identity. In the order in which
 * tables are exchanged: tables before their readers, layer by layer, and finally those that mark the rows of a period
 * as complete (`swap: last`).
 */
export function heightColumns(family: string): Record<string, string | null> {
  const reads = new Map(sortedModels().map((model) => [model.table, model.reads]));
  const isLast = ({ frontMatter }: SqlTable) => frontMatter.swap === "last";
  const tables = listTables(family).sort((a, b) => layerOf(a) - layerOf(b));
  const sorted = sortByReads(
    tables.filter((table) => !isLast(table)),
    ({ table }) => reads.get(table) ?? [],
  );
  return Object.fromEntries(
    [...sorted, ...tables.filter(isLast)].map(({ table, frontMatter }) => {
      const { height } = frontMatter;
      if (height === undefined)
        throw new FatalError(`Table ${table}: its front matter names no height`, { code: "bad_table" });
      return [table, height === "none" ? null : height];
    }),
  );
}

/** A chain's filter of rows for a range, by each height column of its tables. */
export function rowsOfRange(
  columns: Readonly<Record<string, string | null>>,
  filters: Readonly<Record<string, RowFilter>>,
): RowsOfRange {
  const rows = new Map<string, RowFilter>();
  for (const [table, column] of Object.entries(columns)) {
    if (column === null) continue;
    const filter = filters[column];
    if (filter === undefined)
      throw new FatalError(`Table ${table}: the chain knows no range of ${column}`, { code: "bad_table" });
    rows.set(table, filter);
  }
  return rows;
}
