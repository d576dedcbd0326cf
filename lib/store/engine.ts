/** The engine of the warehouse in the process: its folder, its connections, and the settings of their profiles. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { drainPending, Session } from "chdb";
import { errorMessage, StoreError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import type { Connection, EngineSettings } from "./connection.ts";
import { budgetSettings } from "./limits.ts";
import { openEngine as opened } from "./openEngine.ts";
import { createPool } from "./pool.ts";
import type { StatementLimits } from "./store.ts";

/**
 * How many statements run at once. Each holds one of libuv's threads (UV_THREADPOOL_SIZE, default 4), which files and
 * name look-ups need as well, so one is left.
 */
function defaultPoolSize(): number {
  const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  return Math.min(16, Math.max(2, (Number.isInteger(threads) ? threads : 4) - 1));
}

/**
 * The first connection starts the engine with what is not a setting of a statement; while it is open, those of the pool,
 * which take no arguments, share that engine.
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
 * Opens the folder `path`, which is created, and a pool of connections.
 * @param options.incoming folder of files that are to be inserted; it is emptied
 * @param options.open a connection with the settings of a profile
 */
export function openEngine(options: {
  path: string;
  incoming: string;
  poolSize?: number;
  backups?: string | undefined;
  open: (profile: string) => Connection;
  log: Logger;
}) {
  const { path, incoming, open } = options;
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

/** Settings of connections that aren't the usual ones, by the name of their profile. */
export function createProfiles() {
  const profiles = new Map<string, EngineSettings>();

  /** Where statements of these limits run. */
  function nameOf(kind: "read" | "write", { budget }: StatementLimits): string {
    if (budget === undefined) return "";
    const profile = `${kind} ${JSON.stringify(budget)}`;
    if (!profiles.has(profile)) profiles.set(profile, budgetSettings(budget, kind));
    return profile;
  }

  return { nameOf, settingsOf: (profile: string) => profiles.get(profile) };
}
