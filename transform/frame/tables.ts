/** Rows on their way into tables, and the one way in. */
import pMap from "p-map";
import { isAppError } from "../../lib/errors.ts";
import { listOf } from "../../lib/sql/file.ts";
import { listTables, loadTable, type SqlTable } from "../../lib/sql/table.ts";
import type { Store } from "../../lib/store/store.ts";
import { mergeTables, type TableColumns } from "./merge.ts";

export type { TableColumns };

/** Tables whose rows a table's rows say to be there; it is written after them. */
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

/** Writes what can be written. @throws the failure that passes soonest, when all others have had their turn */
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
 * Writes each table by itself, so that one that fails keeps none of the others' rows back; those that announce others
 * come last, and only when all they announce is there. Safe to repeat.
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
