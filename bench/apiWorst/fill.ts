/**
 * Fills tables inside the engine, from declarations: the numbers that identify a row, and expressions for its columns.
 * Columns without an expression get a plausible value of their type and unit.
 */
import { loadTable, type SqlColumn } from "../../lib/sql/table.ts";
import type { Store } from "../../lib/store/store.ts";

export type Fill = {
  table: string;
  /** The numbers that identify a row, from 0 to below the count, by the names in expressions; the first varies slowest. */
  counts: Readonly<Record<string, number>>;
  /** Expressions by column. */
  columns: Readonly<Record<string, string>>;
  /** Which of the rows there are. */
  where?: string;
};

/** Rows that fill a table: those of all combinations of the numbers. */
export const rowsOf = ({ counts }: Fill) =>
  Object.values(counts).reduce((product, count) => product * count, 1);

/** The largest plausible amount of a unit, which is the last word of a name. */
const amountOfUnit: Readonly<Record<string, string>> = {
  gwei: "9000000",
  lamports: "90000000000",
  navax: "9000000000000",
  planck: "9000000000000000",
  stake: "9000000000000000000",
  reward: "900000000000000000",
  wei: "90000000000000000",
};

/** A value for a column without an expression: deterministic, and different for the next row. */
export function plausible({ name, type }: Pick<SqlColumn, "name" | "type">): string {
  const inner = /^(?:Nullable|LowCardinality)\((.+)\)$/.exec(type)?.[1];
  if (inner !== undefined) return plausible({ name, type: inner });
  if (name === "network") return "'mainnet'";
  if (name === "version" || type === "UInt8" || type === "Bool") return "1";
  const fixed = /^FixedString\((\d+)\)$/.exec(type)?.[1];
  if (fixed !== undefined) return `toFixedString(leftPad('', ${fixed}, '0'), ${fixed})`;
  const member = /^Enum\d+\(('[^']*')/.exec(type)?.[1];
  if (member !== undefined) return member;
  if (type.startsWith("Array(")) return "[]";
  if (type.startsWith("Map(")) return "map()";
  if (type.startsWith("Date")) return "toDate('2025-12-01')";
  if (type === "String") return "'something'";
  const hash = `intHash32(number + ${[...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 65_521})`;
  const amount = amountOfUnit[name.slice(name.lastIndexOf("_") + 1)];
  if (amount !== undefined && !/^U?Int(8|16|32)$/.test(type))
    return `intDiv(toUInt64(${amount}), 1 + ${hash} % 9)`;
  if (type.startsWith("Float")) return `${hash} % 100 / 101`;
  if (type.startsWith("Decimal")) return `${hash} % 1000`;
  return `${hash} % 9`;
}

/** The statement of a fill; the first number runs from `first` on. */
export function fillStatement(fill: Fill): string {
  const columns = loadTable(fill.table).columns.filter(
    ({ default: value }) => value === undefined || value.kind === "default",
  );
  const unknown = Object.keys(fill.columns).filter((name) => !columns.some((column) => column.name === name));
  if (unknown.length > 0) throw new Error(`${fill.table} has no column ${unknown.join(", ")}`);
  let below = 1;
  const numbers = Object.entries(fill.counts)
    .reverse()
    .map(([name, count]) => {
      const text = `intDiv(number, ${below}) % ${count} as ${name}`;
      below *= count;
      return text;
    });
  const values = columns.map((column) => fill.columns[column.name] ?? plausible(column));
  return `insert into ${fill.table} (${columns.map(({ name }) => name).join(", ")})
    select ${values.join(",\n      ")}
    from (select number, ${numbers.join(", ")} from numbers_mt(${below}))
    ${fill.where === undefined ? "" : `where ${fill.where}`}
    settings max_partitions_per_insert_block = 0, max_insert_threads = 2, optimize_on_insert = 0`;
}

/** Carries out fills, each table's one after the other. */
export async function fillTables(store: Store, fills: readonly Fill[], log: (line: string) => void) {
  for (const fill of fills) {
    const started = performance.now();
    await store.command(fillStatement(fill));
    const seconds = (performance.now() - started) / 1_000;
    if (seconds > 1) log(`${fill.table}: ${rowsOf(fill)} rows in ${seconds.toFixed(1)} s`);
  }
}
