/**
 * Which rows of a chain's tables belong to a range of heights. The front matter of a table names the column that says
 * so (`height`); the chain knows what values of that column a range leads to.
 */
import { FatalError } from "../../lib/errors.ts";
import { listTables, type SqlTable } from "../../lib/sql/table.ts";
import type { RowFilter } from "../../lib/store/shadow.ts";
import { sortByReads, sortedModels } from "./models.ts";

/** The filter of each table that has heights; a table without is not named. */
export type RowsOfRange = ReadonlyMap<string, RowFilter>;

const layers = ["raw", "dim", "int", "fct"];

function layerOf({ table }: SqlTable): number {
  return layers.indexOf(table.slice(0, table.indexOf("_")));
}

/**
 * By table, its column of heights; null where rows belong to none, such as a validator's identity. In the order in
 * which tables change places: what is read before its readers, layer by layer, and at last those that say that the
 * rows of a period are there (`swap: last`).
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

/** What a chain says of a range: the filter of rows by each column of heights that its tables have. */
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
