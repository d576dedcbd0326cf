/** The embedded engine as the HTTP front drives it. */
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Session } from "chdb";
import { createChdbConnection } from "chdb/connection";
import { createCanceller } from "../../lib/store/cancel.ts";
import { openConnection } from "../../lib/store/connection.ts";
import { createOutfiles } from "../../lib/store/outfile.ts";
import { smallTables } from "./smallTables.ts";

export type Statement = {
  query: string;
  data: Buffer | undefined;
  settings: Record<string, string>;
  database?: string;
  /** Aborted when the statement is to end before it is done. */
  signal?: AbortSignal;
};

type Connection = ReturnType<typeof createChdbConnection>;
type Execute = (statement: Statement) => Promise<Buffer>;
/** The answer as the engine makes it. */
type Stream = (statement: Statement) => AsyncIterable<Uint8Array>;

/** A server's configuration with a disk for backups, `backups`. */
const backupDisk = (folder: string) => [
  "--backups.allowed_disk=backups",
  "--storage_configuration.disks.backups.type=local",
  `--storage_configuration.disks.backups.path=${folder}/`,
];

/**
 * Runs statements, one at a time on a connection. A connection serves one database and one set of settings, and none
 * after an error, so that neither settings nor the rows of a failure reach the next statement.
 */
export function createEngine(
  path: string,
  backups?: string,
): { execute: Execute; stream: Stream; close(): Promise<void> } {
  mkdirSync(join(path, "incoming"), { recursive: true });
  // Keeps the engine up between statements.
  const anchor =
    backups === undefined
      ? createChdbConnection({ path })
      : new Session(path, { connectionArgs: backupDisk(backups) });
  const idle = new Map<string, Connection[]>();
  const canceller = createCanceller(() => openConnection(path, undefined, {}));

  async function open({ database }: Statement): Promise<Connection> {
    const connection = createChdbConnection({ path });
    try {
      if (database !== undefined) await connection.command({ query: `use \`${database}\`` } as never);
      return connection;
    } catch (error) {
      // One that stays open keeps the engine, and no other folder can be opened in this process.
      await connection.close();
      throw error;
    }
  }

  async function runOn(connection: Connection, statement: Statement): Promise<Buffer> {
    const file = join(path, "incoming", `${randomUUID()}.native`);
    let { query } = statement;
    const { mark } = canceller.mark(query);
    try {
      const isNative = /\bformat\s+native\s*$/i.test(query);
      if (statement.data !== undefined && statement.data.length > 0 && isNative) {
        writeFileSync(file, statement.data);
        query = query.replace(/\bformat\s+native\s*$/i, `select * from file('${file}', 'Native')`);
      } else if (statement.data !== undefined && statement.data.length > 0)
        query += `\n${statement.data.toString("utf8")}`;
      const settings = { ...smallTables, ...statement.settings };
      const ended = statement.signal && canceller.watch(mark, statement.signal);
      const exec = connection.exec({ query: `${mark} ${query}`, clickhouse_settings: settings } as never);
      const result = await exec.finally(ended);
      const chunks: Buffer[] = [];
      for await (const chunk of result.stream) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    } finally {
      await rm(file, { force: true });
    }
  }

  const outfiles = createOutfiles(join(path, "outgoing", "front"));

  const running = new Set<Promise<unknown>>();

  function execute(statement: Statement): Promise<Buffer> {
    const done = executeAlone(statement);
    const settled = done.catch(() => undefined).finally(() => running.delete(settled));
    running.add(settled);
    return done;
  }

  async function executeAlone(statement: Statement): Promise<Buffer> {
    const key = JSON.stringify([statement.database, Object.entries(statement.settings).sort()]);
    const own = idle.get(key) ?? [];
    idle.set(key, own);
    const connection = own.pop() ?? (await open(statement));
    try {
      const answer = await runOn(connection, statement);
      own.push(connection);
      return answer;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  return {
    execute,
    stream: ({ query, signal, ...statement }) => {
      const [, bare = query, format = "TabSeparated"] = /^(.*)\bformat\s+(\w+)\s*$/is.exec(query) ?? [];
      const write = (clause: string, left: AbortController) =>
        execute({ ...statement, query: `${bare}${clause}`, signal: left.signal });
      return outfiles.read(format, write, signal);
    },
    close: async () => {
      outfiles.close();
      // A client that went away leaves its statement; its connection would keep the engine open for good.
      await Promise.all(running);
      for (const connection of [...idle.values()].flat()) await connection.close();
      await canceller.close();
      await anchor.close();
    },
  };
}
