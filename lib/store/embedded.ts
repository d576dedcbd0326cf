/**
 * The warehouse in the process: chDB 3.4.0 through @clickhouse/client. The rules that this file keeps were measured:
 * one query in flight per connection, a connection that saw an error is replaced (pool.ts), one statement
 * per text, values bound by parameters.ts, bulk data as a Native file.
 */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ClickHouseClient, DataFormat } from "@clickhouse/client";
import type { Logger } from "../logger.ts";
import { createCanceller } from "./cancel.ts";
import { type EngineSettings, openConnection } from "./connection.ts";
import { openRepaired } from "./definitions.ts";
import { createRunner, createStreamer, type RunDeps } from "./embeddedRun.ts";
import { createProfiles, openEngine } from "./engine.ts";
import { toStoreError } from "./errors.ts";
import { countInsert, timeStatement } from "./metrics.ts";
import { quoteName, quoteTable } from "./names.ts";
import { writeChunks } from "./native/file.ts";
import { decodeNative } from "./native/read.ts";
import { encodeNative } from "./native/write.ts";
import { createOutfiles, type Outfiles } from "./outfile.ts";
import { pageFormat, parsePage, settingsOf } from "./page.ts";
import { bindParameters } from "./parameters.ts";
import type { Column, StatementLimits, Store } from "./store.ts";
import { readWhole } from "./whole.ts";

type TextStatement = {
  query: string;
  format: "JSONEachRow" | typeof pageFormat;
  clickhouse_settings: EngineSettings;
};

async function textOf(client: ClickHouseClient, statement: TextStatement): Promise<string> {
  const result = await client.query(statement);
  return result.text();
}

/** @param incoming folder of the Native files from which the engine inserts */
function createInserter({ pool }: ReturnType<typeof openEngine>, incoming: string): Store["insert"] {
  return async function insert(table: string, columns: readonly Column[], chain?: string): Promise<void> {
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
  };
}

/** What the views of a store share. */
type Parts = RunDeps & { outfiles: Outfiles } & Pick<Store, "insert" | "close">;

/** The store within limits for its statements. */
function createView(parts: Parts, limits: StatementLimits): Store {
  const { outfiles, insert, close } = parts;
  const run = createRunner(parts, limits);

  async function rows<Row>(operation: string, sql: string, bound: string): Promise<Row[]> {
    return run("read", operation, { sql, query: bound }, async ({ client, settingsFor }, query) => {
      const clickhouse_settings = settingsFor(1);
      const result = await client.query({ query, format: "JSONEachRow", clickhouse_settings });
      return result.json<Row>();
    });
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
    stream: createStreamer(run, outfiles, limits),
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
    within: (more) => createView(parts, { ...limits, ...more }),
    close,
  };
}

/**
 * Opens the warehouse in the folder `path`, which is created. One process may hold a folder.
 * @param poolSize statements at work at once; default: one less than libuv's threads
 * @param database another database of a folder that this process has open already
 * @param backups folder that the engine may write backups to and read them from; without it, it does neither
 * @param settings what the engine has to do in another way than by its own defaults
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
  const profiles = createProfiles();
  const openPool = () =>
    openEngine({
      ...options,
      path,
      incoming,
      open: (profile) => openConnection(path, database, { ...settings, ...profiles.settingsOf(profile) }),
    });
  // Another database's folder is open already, and its definitions may just be written.
  const opened = database === undefined ? openRepaired(path, options.log, openPool) : openPool();
  const { engine, pool } = opened;
  const insert = createInserter(opened, incoming);
  const outfiles = createOutfiles(join(path, "outgoing", ...(database === undefined ? [] : [database])));
  const canceller = createCanceller(() => openConnection(path, undefined, {}));

  return createView(
    {
      ...{ pool, profiles, canceller, outfiles, insert },
      close: async () => {
        await pool.close();
        outfiles.close();
        await canceller.close();
        engine?.close();
      },
    },
    {},
  );
}
