import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { watchDisks } from "./disks.ts";
import { createEmbeddedStore } from "./embedded.ts";
import { finishRestore } from "./restored.ts";
import { createServerStore } from "./server.ts";
import type { Store } from "./store.ts";

/** The folder of the embedded warehouse, and that of its backups. */
export function storeFolders({ DATA_DIR, BACKUP_DIR }: Pick<Config, "DATA_DIR" | "BACKUP_DIR">): {
  warehouse: string;
  backups: string;
} {
  return {
    warehouse: resolve(DATA_DIR, "warehouse"),
    backups: resolve(BACKUP_DIR ?? join(DATA_DIR, "backups")),
  };
}

/**
 * The warehouse that the settings name: servers when CLICKHOUSE_URL is set, else embedded in DATA_DIR/warehouse.
 * @param database another database than the warehouse's own; embedded, the folder must be open in this process
 */
export function createStore(
  config: Pick<Config, "CLICKHOUSE_URL" | "DATA_DIR" | "BACKUP_DIR"> &
    Partial<Pick<Config, "CLICKHOUSE_CA_FILE" | "CLICKHOUSE_CLUSTER">>,
  log: Logger,
  database?: string,
): Store {
  const watched = (store: Store) => (database === undefined ? watchDisks(store, log) : store);
  if (config.CLICKHOUSE_URL !== undefined)
    return watched(
      createServerStore({
        url: config.CLICKHOUSE_URL,
        caFile: config.CLICKHOUSE_CA_FILE,
        isReplicated: config.CLICKHOUSE_CLUSTER !== undefined,
        database,
        log,
      }),
    );
  const { warehouse: path, backups } = storeFolders(config);
  finishRestore(config.DATA_DIR);
  // The live warehouse of this process has most of the threads.
  return watched(
    createEmbeddedStore({ path, database, backups, log, ...(database === undefined ? {} : { poolSize: 2 }) }),
  );
}
