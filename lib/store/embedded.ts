/**
 * The warehouse in the process: chDB 3.4.0 through @clickhouse/client. The rules that this file keeps were measured:
 * one query in flight per connection, a connection that saw an error is replaced (pool.ts), one statement
 * per text, values bound by parameters.ts, bulk data as a Native file.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ClickHouseClient, DataFormat } from "@clickhouse/client";
import { drainPending, Session } from "chdb";
import { errorMessage, isAppError, StoreError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import { createCanceller } from "./cancel.ts";
import { type Connection, type EngineSettings, openConnection } from "./connection.ts";
import { openRepaired } from "./definitions.ts";
import { toStoreError } from "./errors.ts";
import { budgetSettings, cancelled, overTime } from "./limits.ts";
import { countInsert, timeStatement } from "./metrics.ts";
import { quoteName, quoteTable } from "./names.ts";
import { writeChunks } from "./native/file.ts";
import { decodeNative } from "./native/read.ts";
import { encodeNative } from "./native/write.ts";
import { openEngine as opened } from "./openEngine.ts";
import { createOutfiles } from "./outfile.ts";
import { pageFormat, parsePage, settingsOf } from "./page.ts";
import { bindParameters } from "./parameters.ts";
import { createPool } from "./pool.ts";
import type { Column, QueryParams, StatementLimits, Store, StreamOptions } from "./store.ts";
import { readWhole } from "./whole.ts";

/**
 * How many statements run at once. Each holds one of libuv's threads (UV_THREADPOOL_SIZE, default 4), which files and
 * name look-ups need as well, so one is left.
 */
function defaultPoolSize(): number {
  const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  return Math.min(16, Math.max(2, (Number.isInteger(threads) ? threads : 4) - 1));
}

type TextStatement = {
  query: string;
  format: "JSONEachRow" | typeof pageFormat;
  clickhouse_settings: EngineSettings;
};

async function textOf(client: ClickHouseClient, statement: TextStatement): Promise<string> {
  const result = await client.query(statement);
  return result.text();
}

/**
 * The first connection starts the engine with its server settings; while it is open, the connections of the pool, which
 * take no arguments, share that engine.
 */
function startEngine(path: string, backups: string): Session {
  return new Session(path, { connectionArgs: [`--backups.allowed_path=${backups}`] });
}

/** The engine locks its folder through the file `status`, which names the holder. */
function openError(path: string, error: unknown): StoreError {
  let holder = "";
  try {
    holder = /^PID: (\d+)/m.exec(readFileSync(join(path, "status"), "utf8"))?.[1] ?? "";
  } catch {
    // No engine has used the folder yet, so it is not held.
  }
  if (holder !== "" && holder !== String(process.pid)) {
    return new StoreError(
      `The data folder ${path} is in use by process ${holder}. Stop that process, or set DATA_DIR to another folder`,
      { code: "data_folder_in_use", cause: error, meta: { path, processId: Number(holder) } },
    );
  }
  return new StoreError(`The data folder ${path} cannot be opened: ${errorMessage(error)}`, {
    code: "data_folder_unusable",
    cause: error,
    meta: { path },
  });
}

/**
 * Opens the warehouse in the folder `path`, which is created. One process may hold a folder.
 * @param poolSize statements at work at once; default: one less than libuv's threads
 * @param database another database of a folder that this process has open already
 * @param backups folder that the engine may write backups to and read them from; without it, it does neither
 * @param settings deviations from the engine's defaults
 * @throws StoreError `data_folder_in_use`, naming the process that holds it, or `data_folder_unusable`
 */
export function createEmbeddedStore(options: {
  path: string;
  poolSize?: number;
  database?: string | undefined;
  backups?: string | undefined;
  settings?: EngineSettings;
  log: Logger;
}): Store {
  const path = resolve(options.path);
  const { database, settings = {} } = options;
  const incoming = join(path, "incoming", ...(database === undefined ? [] : [database]));
  /** Settings of connections that aren't the usual ones, by the name of their profile. */
  const profiles = new Map<string, EngineSettings>();
  const open = (profile: string) => openConnection(path, database, { ...settings, ...profiles.get(profile) });
  // Another database's folder is open already, and its definitions may just be written.
  const { engine, pool } =
    database === undefined ? openRepaired(path, options.log, openEngine) : openEngine();
  const outfiles = createOutfiles(join(path, "outgoing", ...(database === undefined ? [] : [database])));
  const canceller = createCanceller(() => openConnection(path, undefined, {}));

  function openEngine() {
    let started: Session | undefined;
    try {
      mkdirSync(path, { recursive: true });
      opened.drain = drainPending;
      if (options.backups !== undefined) started = startEngine(path, options.backups);
      const created = createPool({
        size: options.poolSize ?? defaultPoolSize(),
        open,
        close: (connection: Connection) => connection.close(),
        onCloseError: (error) => options.log.warn({ err: error }, "a warehouse connection failed to close"),
        closedError: () => new StoreError("The warehouse is closed", { code: "store_closed" }),
      });
      // Only now that the folder is ours: files left by a killed process.
      rmSync(incoming, { recursive: true, force: true });
      mkdirSync(incoming, { recursive: true });
      return { engine: started, pool: created };
    } catch (error) {
      started?.close();
      throw openError(path, error);
    }
  }

  /** The profile for statements with these limits. */
  function profileOf(kind: "read" | "write", { budget }: StatementLimits): string {
    if (budget === undefined) return "";
    const profile = `${kind} ${JSON.stringify(budget)}`;
    if (!profiles.has(profile)) profiles.set(profile, budgetSettings(budget, kind));
    return profile;
  }

  async function insert(table: string, columns: readonly Column[], chain?: string): Promise<void> {
    const { rows, chunks } = encodeNative(columns);
    if (rows === 0) return;
    const names = columns.map((column) => quoteName(column.name)).join(", ");
    const structure = columns.map((column) => `${quoteName(column.name)} ${column.type}`).join(", ");
    const file = join(incoming, `${randomUUID()}.native`);
    const text = (name: string) => `'${name.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
    // Rows of one block are not collapsed while it is written: that costs a third of the time, and reads say `final`.
    const sql = `insert into ${quoteTable(table)} (${names}) select ${names} from file(${text(file)}, 'Native', ${text(structure)}) settings optimize_on_insert = 0`;
    await timeStatement("embedded", "insert", async () => {
      try {
        await writeChunks(file, chunks);
        await pool.run("write", async ({ client, settingsFor, ready }) => {
          await ready;
          await client.command({ query: sql, clickhouse_settings: settingsFor(0) });
        });
      } catch (error) {
        throw toStoreError(error, { transport: "embedded", statement: `insert into ${table}` });
      } finally {
        await rm(file, { force: true });
      }
    });
    countInsert(table, columns, { rows, chunks }, chain);
  }

  function view(limits: StatementLimits): Store {
    const names = { read: profileOf("read", limits), write: profileOf("write", limits) };

    /**
     * @param query the statement with its values
     * @param signal aborted when the caller has gone
     */
    function run<Result>(
      kind: "read" | "write",
      operation: string,
      { sql, query: bare }: { sql: string; query: string },
      task: (connection: Connection, query: string) => Promise<Result>,
      signal = limits.signal,
    ): Promise<Result> {
      return timeStatement("embedded", operation, async () => {
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

    async function rows<Row>(operation: string, sql: string, bound: string): Promise<Row[]> {
      return run("read", operation, { sql, query: bound }, async ({ client, settingsFor }, query) => {
        const clickhouse_settings = settingsFor(1);
        const result = await client.query({ query, format: "JSONEachRow", clickhouse_settings });
        return result.json<Row>();
      });
    }

    function stream(sql: string, params: QueryParams | undefined, { format, signal }: StreamOptions) {
      const bound = bindParameters(sql, params);
      const signals = [limits.signal, signal].filter((each) => each !== undefined);
      const seconds = limits.budget?.seconds ?? 0;
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
    }

    return {
      kind: "embedded",
      text: async (sql, params) =>
        run("read", "text", { sql, query: bindParameters(sql, params) }, ({ client, settingsFor }, query) =>
          textOf(client, { query, format: "JSONEachRow", clickhouse_settings: settingsFor(0) }),
        ),
      bytes: async (sql, format) =>
        run("read", "bytes", { sql, query: sql }, async ({ client, settingsFor }, query) => {
          const clickhouse_settings = { ...settingsFor(0), default_format: format as DataFormat };
          const result = await client.exec({ query, clickhouse_settings });
          const { read_rows = 0, read_bytes = 0 } = result.summary ?? {};
          return {
            bytes: await readWhole(result.stream),
            readRows: Number(read_rows),
            readBytes: Number(read_bytes),
          };
        }),
      page: async (sql, params) => {
        const bound = { sql, query: bindParameters(sql, params) };
        return run("read", "page", bound, async ({ client, settingsFor }, query) => {
          const clickhouse_settings = settingsFor(0);
          return parsePage(await textOf(client, { query, format: pageFormat, clickhouse_settings }));
        });
      },
      rows: async (sql, params) => rows("rows", sql, bindParameters(sql, params)),
      columns: async (sql, params) => {
        const bound = { sql, query: `${bindParameters(sql, params)}\nformat Native` };
        const bytes = await run("read", "columns", bound, async ({ client, settingsFor }, query) => {
          const result = await client.exec({ query, clickhouse_settings: settingsFor(0) });
          return readWhole(result.stream);
        });
        return decodeNative(bytes);
      },
      stream,
      insert,
      command: async (sql, params) => {
        const bound = { sql, query: bindParameters(sql, params) };
        await run("write", "command", bound, ({ client, settingsFor }, query) =>
          client.command({ query, clickhouse_settings: settingsFor(0) }),
        );
      },
      describe: async (sql, params) => {
        const query = `describe table (\n${bindParameters(sql, params)}\n) ${settingsOf(sql)}`;
        const columns = await rows<{ name: string; type: string }>("describe", sql, query);
        return columns.map(({ name, type }) => ({ name, type }));
      },
      ping: async () => {
        await rows("ping", "select 1", "select 1");
      },
      within: (more) => view({ ...limits, ...more }),
      close: async () => {
        await pool.close();
        outfiles.close();
        await canceller.close();
        engine?.close();
      },
    };
  }

  return view({});
}
