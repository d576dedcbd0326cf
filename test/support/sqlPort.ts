/** The SQL port on a store, with a key for it, as `serve` opens it. */
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { createKey } from "../../serve/access/keys.ts";
import { type AccessOptions, createAccess } from "../../serve/http/access.ts";
import { startSqlServer } from "../../serve/sql/port/server.ts";
import { createRunner, type RunnerOptions } from "../../serve/sql/runner.ts";

const log = createLogger("silent");

export type SqlPort = {
  url: string;
  /** A key of the tier without limits, and one without the scope. */
  key: string;
  otherKey: string;
  keyOf(tier: string): Promise<string>;
  close(): Promise<void>;
};

export async function openSqlPort(
  store: Store,
  options: Partial<RunnerOptions & Omit<AccessOptions, "store" | "log">> = {},
): Promise<SqlPort> {
  const access = createAccess({ store, log, keyTtlMs: 1, ...options });
  const runner = createRunner({
    store,
    // Longer than a test waits: a statement that ends sooner was stopped.
    most: { seconds: 150, memoryMib: 1_024, rows: 0, resultMib: 64, threads: 1 },
    atOnce: 2,
    ...options,
  });
  const server = await startSqlServer({ access, runner, log }, { host: "127.0.0.1", port: 0, log });
  const keyOf = async (tier: string) =>
    (await createKey(store, { name: "analyst", tier, scopes: ["sql"] })).key;
  return {
    url: server.url,
    key: await keyOf("operator"),
    otherKey: (await createKey(store, { name: "reader" })).key,
    keyOf,
    close: async () => {
      await server.close();
      await access.close();
    },
  };
}
