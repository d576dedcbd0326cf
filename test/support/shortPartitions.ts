/** Warehouses whose tables are cut so finely that a short history has several partitions, and their retention. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listSql, loadSql } from "../../lib/sql/file.ts";
import { migrate } from "../../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../../lib/store/embedded.ts";
import type { Store } from "../../lib/store/store.ts";
import type { ReplayWarehouse } from "./replay.ts";
import { smallTables } from "./smallTables.ts";
import { log, type TestWarehouse } from "./warehouse.ts";

/** Eight epochs of eight slots, spans of four, ten blocks, one interval of Solana, two epochs of Cardano. */
const short: readonly [string, string][] = [
  ["intDiv(slot, 21600)", "intDiv(slot, 64)"],
  ["intDiv(slot, 300000)", "intDiv(slot, 3000)"],
  ["intDiv(epoch, 675)", "intDiv(epoch, 8)"],
  ["intDiv(epoch, 6)", "intDiv(epoch, 2)"],
  ["intDiv(start_epoch, 225)", "intDiv(start_epoch, 4)"],
  ["intDiv(height, 50000)", "intDiv(height, 10)"],
  ["intDiv(day, 366)", "intDiv(day, 1)"],
];

/** @param template a closed warehouse to begin as a copy of; default: an empty one */
export async function openShortWarehouse(template?: string): Promise<TestWarehouse & ReplayWarehouse> {
  const path = mkdtempSync(join(tmpdir(), "va-short-"));
  if (template !== undefined) cpSync(template, path, { recursive: true, verbatimSymlinks: true });
  const store = createEmbeddedStore({ path, settings: smallTables, log });
  for (const table of listSql("tables")) {
    const text = short.reduce((made, [long, cut]) => made.replace(long, cut), loadSql(table).text);
    await store.command(text);
  }
  await migrate(store, { log });
  return {
    store,
    path,
    openDatabase: (database) =>
      createEmbeddedStore({ path, database, settings: smallTables, poolSize: 2, log }),
    close: async () => {
      await store.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** A store whose n-th drop of a partition fails. */
export function storeFailingAtDrop(store: Store, failAt: number): Store {
  let drops = 0;
  return {
    ...store,
    command: async (sql, params) => {
      if (sql.includes("drop partition")) {
        drops += 1;
        if (drops === failAt) throw new Error("killed");
      }
      await store.command(sql, params);
    },
  };
}
