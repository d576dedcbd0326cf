/** Every table of a warehouse as text, row by row, and how two warehouses differ. */
import type { QueryParams, Store } from "../../lib/store/store.ts";

/** How often each row's text occurs, by table. */
export type Tables = ReadonlyMap<string, ReadonlyMap<string, number>>;

export type Difference = {
  /** Rows of the reference. */
  expected: number;
  /** Rows of the reference that are not there. */
  lost: number;
  /** Rows that the reference lacks, or has less often. */
  doubled: number;
  /** The first differing rows of each table, in words. */
  examples: string[];
};

const examplesPerTable = 2;
const exampleLengthMax = 600;

/** The compared part of a table: all of it, unless a chain excludes something. */
export type Selection = (table: string) => { columns?: string; where?: string; params?: QueryParams };

/** Reads raw_, int_, dim_ and fct_ tables as an analyst sees them: with `final`. */
export async function readTables(store: Store, selection: Selection): Promise<Tables> {
  const names = await store.rows<{ name: string }>(
    `select name from system.tables
    where database = currentDatabase() and match(name, '^(raw|int|dim|fct)_') order by name`,
  );
  const tables = new Map<string, Map<string, number>>();
  for (const { name } of names) {
    const { columns = "*", where = "", params = {} } = selection(name);
    const text = await store.text(`select ${columns} from ${name} final ${where}`, params);
    const counts = new Map<string, number>();
    for (const line of text.split("\n")) if (line !== "") counts.set(line, (counts.get(line) ?? 0) + 1);
    tables.set(name, counts);
  }
  return tables;
}

export function countRows(tables: Tables): number {
  let rows = 0;
  for (const counts of tables.values()) for (const count of counts.values()) rows += count;
  return rows;
}

/** Rows that `one` has more often than `other`. */
function surplus(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): { count: number; lines: string[] } {
  let count = 0;
  const lines: string[] = [];
  for (const [line, times] of one) {
    const more = times - (other.get(line) ?? 0);
    if (more <= 0) continue;
    count += more;
    lines.push(line);
  }
  return { count, lines: lines.sort() };
}

export function compareTables(reference: Tables, actual: Tables): Difference {
  const difference: Difference = { expected: countRows(reference), lost: 0, doubled: 0, examples: [] };
  const none = new Map<string, number>();
  for (const name of new Set([...reference.keys(), ...actual.keys()])) {
    const [expected, own] = [reference.get(name) ?? none, actual.get(name) ?? none];
    const lost = surplus(expected, own);
    const doubled = surplus(own, expected);
    difference.lost += lost.count;
    difference.doubled += doubled.count;
    const show = (word: string, { count, lines }: typeof lost) => {
      for (const line of lines.slice(0, examplesPerTable))
        difference.examples.push(`${name}, ${word} (${count} total): ${line.slice(0, exampleLengthMax)}`);
    };
    show("lost", lost);
    show("doubled or strange", doubled);
  }
  return difference;
}
