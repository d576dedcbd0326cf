/** Rows on their way into tables, and the one way in. */
import pMap from "p-map";
import { isAppError } from "../../lib/errors.ts";
import type { Column, Store } from "../../lib/store/store.ts";

export type TableColumns = { table: string; rows: number; columns: Column[] };

/** Tables whose rows say that rows of others are there, and are therefore written after them. */
const announcingTables = new Set([
  "raw_eth_block",
  "raw_eth_epoch",
  "int_eth_epoch",
  "raw_cosmos_block",
  "raw_cosmos_state",
]);
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
  const isAnnouncing = ({ table }: TableColumns) => announcingTables.has(table);
  const filled = tables.filter(({ rows }) => rows > 0);
  await writeEach(
    store,
    filled.filter((table) => !isAnnouncing(table)),
  );
  await writeEach(store, filled.filter(isAnnouncing));
}
