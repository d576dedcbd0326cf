/** The tables that can be exported, and the column that splits each into files. */
import { distance } from "fastest-levenshtein";
import type { Chain } from "../../chains/chain.ts";
import { ConfigError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import { listPlainViews } from "../../lib/sql/plainViews.ts";
import { isPublicTable } from "../../lib/sql/publicTables.ts";
import { listTables, type SqlTable } from "../../lib/sql/table.ts";

/** `day`: a column of dates. `height`: numbers, in steps; `isUnit`: the chain can map them to days. */
export type Cut =
  | { kind: "day"; column: string }
  | { kind: "height"; column: string; step: number; isUnit: boolean }
  | { kind: "whole" };

export type Source = {
  /** The name in the request. */
  name: string;
  table: SqlTable;
  /** The columns that identify a row. */
  key: string;
  cut: Cut;
};

/** Of tables whose partitions say nothing of it. */
const defaultStep = 100_000;

const unitColumns: Readonly<Record<Chain["unit"], readonly string[]>> = {
  epoch: ["epoch"],
  slot: ["slot"],
  era: ["era"],
  checkpoint: ["checkpoint"],
  block: ["height", "block"],
};

function cutOf({ columns, frontMatter }: SqlTable, ddl: string, chain: Chain): Cut {
  const isDate = (name: string) => columns.some((column) => column.name === name && column.type === "Date");
  const column = ["day", "date"].find(isDate);
  if (column !== undefined) return { kind: "day", column };
  const { height = "none" } = frontMatter;
  // A window's rows are those of its last day: all of them, whenever.
  if (height === "none" || /^(?:last|to)_day$/.test(height)) return { kind: "whole" };
  const step = Number(new RegExp(`intDiv\\(${height}, (\\d+)\\)`).exec(ddl)?.[1] ?? defaultStep);
  return { kind: "height", column: height, step, isUnit: unitColumns[chain.unit].includes(height) };
}

export function sourceOf(name: string, table: SqlTable, chain: Chain): Source {
  const ddl = loadSql(`tables/${table.family}/${table.table}.sql`).text;
  const key = /\norder by \(([^)]*)\)/.exec(ddl)?.[1] ?? "tuple()";
  return { name, table, key, cut: cutOf(table, ddl, chain) };
}

/** Public tables of a chain, by the names of tables and views. */
export function publicSources(chain: Chain): Map<string, SqlTable> {
  const tables = listTables(chain.family).filter(({ table }) => isPublicTable(table));
  const byTable = new Map(tables.map((table) => [table.table, table]));
  const views = listPlainViews().flatMap(({ name, table }) => {
    const sqlTable = byTable.get(table);
    return sqlTable === undefined ? [] : [[name, sqlTable] as const];
  });
  return new Map([...byTable, ...views]);
}

const nearNamesMax = 5;

const nearest = (names: Iterable<string>, wanted: string): string[] =>
  [...names]
    .map((each) => ({ each, steps: each.includes(wanted) ? 0 : distance(wanted, each) }))
    .sort((left, right) => left.steps - right.steps || (left.each < right.each ? -1 : 1))
    .slice(0, nearNamesMax)
    .map(({ each }) => each);

/**
 * @param operations other names to suggest
 * @throws ConfigError that lists names like it
 */
export function findSource(name: string, chain: Chain, operations: readonly string[] = []): Source {
  const sources = publicSources(chain);
  const table = sources.get(name);
  if (table !== undefined) return sourceOf(name, table, chain);
  const shortName = name.slice(0, 100);
  const nor = operations.length > 0 ? `, and no operation with a list` : "";
  const near = [...nearest(sources.keys(), shortName), ...nearest(operations, shortName)].join(", ");
  throw new ConfigError(
    `${chain.id} has no public table ${shortName}${nor}. Similar names: ${near}. \`sql "show tables"\` lists all tables`,
    { code: "unknown_table" },
  );
}

/** Tables that a dump has where none is named: facts and dimensions that outlive epochs, in pieces of days or whole. */
export function dumpSources(chain: Chain): Source[] {
  return listTables(chain.family)
    .filter(({ table }) => /^(?:fct|dim)_/.test(table))
    .filter(({ frontMatter }) => !["raw", "epoch", "span"].includes(frontMatter.keep ?? ""))
    .map((table) => sourceOf(table.table, table, chain))
    .filter(({ cut }) => cut.kind !== "height" || cut.isUnit);
}
