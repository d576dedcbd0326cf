import { join } from "node:path";
import type { Config } from "./config.ts";
import type { Logger } from "./logger.ts";
import type { Store } from "./store.ts";
import { createEmbeddedStore } from "./storeEmbedded.ts";
import { createServerStore } from "./storeServer.ts";

/** The warehouse that the settings name: servers when CLICKHOUSE_URL is set, else embedded in DATA_DIR/warehouse. */
export function createStore(config: Pick<Config, "CLICKHOUSE_URL" | "DATA_DIR">, log: Logger): Store {
  if (config.CLICKHOUSE_URL !== undefined) return createServerStore({ url: config.CLICKHOUSE_URL, log });
  return createEmbeddedStore({ path: join(config.DATA_DIR, "warehouse"), log });
}
