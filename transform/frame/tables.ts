/** Rows to be written into tables, and the only way to write them. */
import pMap from "p-map";
import { isAppError } from "../../lib/errors.ts";
import { listOf } from "../../lib/sql/file.ts";
import { listTables, loadTable, type SqlTable } from "../../lib/sql/table.ts";
import type { Store } from "../../lib/store/store.ts";
import { mergeTables, type TableColumns } from "./merge.ts";

export type { TableColumns };

/** Tables whose rows a table's rows announce; it is written after them. */
export function announcedBy({ frontMatter }: SqlTable): string[] {
  return listOf(frontMatter.announces);
}

/**
 * By topic: tables to which every height that the topic carries writes rows (front matter: `steady`).
 * @param topics by the names that front matter gives them
 */
export function steadyTables(
  family: string,
  topics: Readonly<Record<string, { name: string }>>,
): Record<string, string[]> {
  const tables = listTables(family);
  return Object.fromEntries(
    Object.entries(topics).map(([topic, { name }]) => [
      name,
      tables.filter(({ frontMatter }) => frontMatter.steady === topic).map(({ table }) => table),
    ]),
  );
}

const writesAtOnce = 3;

/**
 * Writes everything that can be written. @throws the failure that is likely to pass soonest, after all others were
 * tried
 */
async function writeEach(store: Store, tables: readonly TableColumns[]): Promise<void> {
  const errors: unknown[] = [];
  await pMap(
    tables,
    async ({ table, columns }) => {
      try {
        await store.insert(table, columns);
      } catch (error) {
        errors.push(error);
      }
    },
    { concurrency: writesAtOnce },
  );
  if (errors.length > 0) throw errors.find((error) => isAppError(error) && error.retryable) ?? errors[0];
}

/**
 * Writes each table by itself, so that one that fails does not hold back the others' rows; those that announce others
 * come last, and only when all they announce is written. Safe to repeat.
 */
export async function writeTables(store: Store, tables: readonly TableColumns[]): Promise<void> {
  const isAnnouncing = ({ table }: TableColumns) => announcedBy(loadTable(table)).length > 0;
  const filled = mergeTables(tables);
  await writeEach(
    store,
    filled.filter((table) => !isAnnouncing(table)),
  );
  await writeEach(store, filled.filter(isAnnouncing));
}
