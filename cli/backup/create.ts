/** Makes a backup of the embedded warehouse while it is in use. */
import { mkdirSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, errorMessage } from "../../lib/errors.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import { quoteName } from "../../lib/store/names.ts";
import type { Store } from "../../lib/store/store.ts";
import { takeFileLock } from "../process/lock.ts";
import type { Progress } from "../process/progress.ts";
import { version } from "../process/version.ts";
import { type EngineOperation, engineFile, startOperation } from "./engine.ts";
import { dataFiles, readSums, sumsText, syncFolder, textSum, writeSynced } from "./files.ts";
import {
  backupNameOf,
  heldBytes,
  listBackups,
  type Manifest,
  manifestFormat,
  unfinishedPrefix,
} from "./manifest.ts";

export type BackupDeps = {
  store: Store;
  /** BACKUP_DIR, which the engine was opened with. */
  folder: string;
  /** Runs a function while no batch is being written, so that it sees a state between two batches. */
  pause: <Value>(run: () => Promise<Value>) => Promise<Value>;
  emit: (progress: Progress) => void;
  signal: AbortSignal;
};

export const replayRunning = (): ConfigError =>
  new ConfigError("A replay is swapping tables. Create the backup when it has finished", {
    code: "replay_running",
  });

/** Whole megabytes. */
export const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);

/** @throws ConfigError that names BACKUP_DIR */
export function makeFolder(folder: string): void {
  try {
    // Keys of the API are in it, if only as hashes.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError(`BACKUP_DIR: the folder ${folder} can't be used: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

/** No other backup runs now, so any unfinished one was interrupted. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(unfinishedPrefix)) await rm(join(folder, name), { recursive: true, force: true });
}

export type Content = Pick<Manifest, "engine" | "database" | "migrations" | "tables" | "cursors">;

/** @throws ConfigError `no_warehouse` */
export async function readContent(store: Store): Promise<Content> {
  const [about] = await store.rows<{ engine: string; database: string }>(
    "select version() as engine, currentDatabase() as database",
  );
  const tables = await store.rows<{ name: string; rows: string; bytes: string }>(
    internalSql("backup/tables"),
  );
  const has = (table: string) => tables.some(({ name }) => name === table);
  if (about === undefined || !has("app_migration"))
    throw new ConfigError("There is no warehouse here yet, so there is nothing to back up", {
      code: "no_warehouse",
    });
  const cursors = has("app_listener_cursor")
    ? await store.rows<{ listener: string; height: string }>(internalSql("listener/cursors"))
    : [];
  const migrations = await store.rows<{ name: string }>(internalSql("backup/migrations"));
  return {
    ...about,
    migrations: migrations.map(({ name }) => name),
    tables: tables.map(({ name, rows, bytes }) => ({ name, rows: Number(rows), bytes: Number(bytes) })),
    cursors: cursors.map(({ listener, height }) => ({ listener, height: Number(height) })),
  };
}

/** Adds checksums and the manifest to the engine's files, then renames the folder, which makes it a backup. */
async function finish(
  unfinished: string,
  about: Omit<Manifest, "files" | "bytes" | "sha256">,
  { folder, emit, signal }: BackupDeps,
): Promise<Manifest> {
  const paths = await dataFiles(unfinished);
  let done = 0;
  const onFile = () => emit({ done: ++done, total: paths.length, phase: "checked", unit: "file" });
  const sums = await readSums(unfinished, paths, { isSynced: true, signal, onFile });
  const text = sumsText(sums);
  const bytes = [...sums.values()].reduce((sum, file) => sum + file.bytes, 0);
  const manifest: Manifest = { ...about, files: sums.size, bytes, sha256: textSum(text) };
  await writeSynced(join(unfinished, "SHA256SUMS"), text);
  await writeSynced(join(unfinished, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await syncFolder(unfinished);
  await rename(unfinished, join(folder, about.name));
  await syncFolder(folder);
  return manifest;
}

async function write(isFull: boolean, deps: BackupDeps): Promise<Manifest> {
  const { store, folder, pause, emit, signal } = deps;
  await removeUnfinished(folder);
  const createdAt = new Date();
  const name = backupNameOf(createdAt);
  const path = `${unfinishedPrefix}${name}`;
  const base = isFull
    ? undefined
    : (await listBackups(folder)).findLast(({ state }) => state === "good")?.manifest;
  mkdirSync(join(folder, path), { mode: 0o700 });
  const begin = async (): Promise<{ content: Content; operation: EngineOperation }> => {
    const content = await readContent(store);
    const text = `backup database ${quoteName(content.database)} to ${engineFile(path)}`;
    const settings = base === undefined ? [] : [`base_backup = ${engineFile(base.name)}`];
    const operation = await startOperation(store, { text, settings }, signal);
    await operation.gathered();
    return { content, operation };
  };
  const { content, operation } = await pause(begin);
  const total = megabytes(heldBytes(content));
  await operation.ended(({ bytes }) =>
    emit({ done: Math.min(megabytes(bytes), total), total, phase: "copied", unit: "megabyte" }),
  );
  const about = {
    format: manifestFormat,
    name,
    createdAt: createdAt.toISOString(),
    version,
    id: operation.id,
    base: base === undefined ? null : { name: base.name, id: base.id },
    ...content,
  } as const;
  return await finish(join(folder, path), about, deps);
}

/**
 * Makes a backup of the changes since the newest good one, or of everything.
 * @throws ConfigError when there is nothing to back up, the folder can't be written, or one is being made
 */
export async function createBackup({ isFull }: { isFull: boolean }, deps: BackupDeps): Promise<Manifest> {
  makeFolder(deps.folder);
  const release = takeFileLock(join(deps.folder, "backups"), "BACKUP_DIR");
  try {
    return await write(isFull, deps);
  } catch (error) {
    await removeUnfinished(deps.folder).catch(() => undefined);
    throw error;
  } finally {
    release();
  }
}
