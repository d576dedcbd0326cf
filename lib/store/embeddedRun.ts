/** Runs statements of the embedded engine on its pool, within limits. */
import { isAppError } from "../errors.ts";
import type { Canceller } from "./cancel.ts";
import type { Connection } from "./connection.ts";
import type { createProfiles } from "./engine.ts";
import { toStoreError } from "./errors.ts";
import { cancelled, overTime } from "./limits.ts";
import { timeStatement } from "./metrics.ts";
import type { Outfiles } from "./outfile.ts";
import { bindParameters } from "./parameters.ts";
import type { Pool } from "./pool.ts";
import type { StatementLimits, Store } from "./store.ts";

/**
 * @param statement.sql for errors
 * @param statement.query the statement with its values
 * @param signal aborted when the caller has gone; default: the limits' own
 * @throws StoreError, or the signal's reason
 */
export type RunStatement = <Result>(
  kind: "read" | "write",
  operation: string,
  statement: { sql: string; query: string },
  task: (connection: Connection, query: string) => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

export type RunDeps = {
  pool: Pool<Connection>;
  profiles: ReturnType<typeof createProfiles>;
  canceller: Canceller;
};

export function createRunner({ pool, profiles, canceller }: RunDeps, limits: StatementLimits): RunStatement {
  const names = { read: profiles.nameOf("read", limits), write: profiles.nameOf("write", limits) };

  return (kind, operation, { sql, query: bare }, task, signal = limits.signal) =>
    timeStatement("embedded", operation, async () => {
      const { query, mark } = signal === undefined ? { query: bare, mark: "" } : canceller.mark(bare);
      try {
        return await pool.run(
          kind,
          async (connection) => {
            await connection.ready;
            const ended = signal && canceller.watch(mark, signal);
            return await task(connection, query).finally(ended);
          },
          // Only the API has budgets, for its clients: the pipeline in the same process goes on.
          { profile: names[kind], signal, isGuest: limits.budget !== undefined },
        );
      } catch (error) {
        if (signal?.aborted === true) throw isAppError(signal.reason) ? signal.reason : cancelled(error);
        throw toStoreError(error, { transport: "embedded", statement: sql });
      }
    });
}

/** Streams answers through the engine's files. */
export function createStreamer(
  run: RunStatement,
  outfiles: Outfiles,
  limits: StatementLimits,
): Store["stream"] {
  const seconds = limits.budget?.seconds ?? 0;

  return (sql, params, { format, signal }) => {
    const bound = bindParameters(sql, params);
    const signals = [limits.signal, signal].filter((each) => each !== undefined);
    const write = (clause: string, left: AbortController) =>
      run(
        "read",
        "stream",
        { sql, query: `${bound}${clause}` },
        async ({ client, settingsFor }, query) => {
          // The engine doesn't look at the time while it waits for its reader.
          const timer =
            seconds > 0 ? setTimeout(() => left.abort(overTime(seconds)), seconds * 1000) : undefined;
          const statement = client.command({ query, clickhouse_settings: settingsFor(0) });
          await statement.finally(() => clearTimeout(timer));
        },
        left.signal,
      );
    return outfiles.read(format, write, signals.length === 0 ? undefined : AbortSignal.any(signals));
  };
}
