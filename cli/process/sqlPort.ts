/** The port for analysts' SQL, next to the API and with its limits. */
import type { Config } from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { mostOfStatement } from "../../lib/sqlSettings.ts";
import { createServerStore } from "../../lib/store/server.ts";
import type { Store } from "../../lib/store/store.ts";
import type { RunningApi } from "../../serve/http/server.ts";
import { createRunner, type Runner } from "../../serve/sql/runner.ts";
import type { Context } from "./context.ts";
import { portAdvice } from "./portAdvice.ts";

/** @returns where analysts' statements run: the warehouse itself, or its servers as a user that can do nothing else */
export function sqlStore(
  config: Config,
  store: Store,
  log: Logger,
): { store: Store; close(): Promise<void> } {
  const { SQL_CLICKHOUSE_URL: url, CLICKHOUSE_CA_FILE: caFile } = config;
  if (url === undefined) return { store, close: async () => undefined };
  const own = createServerStore({ url, caFile, log });
  return { store: own, close: () => own.close() };
}

export function sqlRunner(config: Config, store: Store): Runner {
  return createRunner({ store, most: mostOfStatement(config), atOnce: config.SQL_STATEMENTS_AT_ONCE });
}

/**
 * Listens where SQL_PORT says so. Closed at shutdown.
 * @returns the port; undefined: none is configured
 * @throws ConfigError when the port can't be used
 */
export async function openSqlPort(
  context: Context,
  store: Store,
  { access }: RunningApi,
): Promise<number | undefined> {
  const { config, log, shutdown } = context;
  const { SQL_PORT: port, HOST: host } = config;
  if (port === undefined) return undefined;
  const { startSqlServer } = await import("../../serve/sql/port/server.ts");
  const own = sqlStore(config, store, log);
  shutdown.onClose("SQL's warehouse", own.close);
  try {
    const connectionsPerAddress = config.API_CONNECTIONS_PER_ADDRESS;
    const runner = sqlRunner(config, own.store);
    const server = await startSqlServer({ access, runner, log }, { host, port, log, connectionsPerAddress });
    shutdown.onClose("SQL port", () => server.close(), { isFirst: true });
    process.stdout.write(`SQL is at ${server.url}\n`);
    // With SQL_PORT=0 it is a free one.
    return Number(/\d+$/.exec(server.url)?.[0]);
  } catch (error) {
    const advice = portAdvice[(error as NodeJS.ErrnoException).code ?? ""];
    if (advice === undefined) throw error;
    throw new ConfigError(`SQL_PORT: ${host}:${port} ${advice}`, { code: "port", cause: error });
  }
}
