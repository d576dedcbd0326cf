/** `backup` of the embedded warehouse: copies made by the engine. Servers': backupServers.ts. */
import { z } from "zod";
import { bytesText } from "../../lib/bytesText.ts";
import type { Config } from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import { storeFolders } from "../../lib/store/create.ts";
import type { Store } from "../../lib/store/store.ts";
import { createBackup, replayRunning } from "../backup/create.ts";
import { heldBytes, type Listed, listBackups, type Manifest } from "../backup/manifest.ts";
import { removeBackups } from "../backup/remove.ts";
import { restoreBackup } from "../backup/restore.ts";
import { checkRemovable, outdated } from "../backup/rotation.ts";
import { noteVerified } from "../backup/verified.ts";
import { verifyBackup } from "../backup/verify.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { holdFolder } from "../process/hold.ts";
import { openUntouchedStore } from "../process/pipeline.ts";
import { createProgress, type Progress } from "../process/progress.ts";
import { textTable } from "../process/tableLines.ts";

export const backupArgs = z.object({
  isFull: z.boolean(),
  /** Where the caller looks for backups. */
  folder: z.string(),
});
type BackupArgs = z.output<typeof backupArgs>;

type Deps = {
  store: Store;
  config: Config;
  isReplaying: () => boolean;
  pause: <Value>(run: () => Promise<Value>) => Promise<Value>;
  emit: (progress: Progress) => void;
  signal: AbortSignal;
};

/** Makes one, in the process that has the warehouse open. */
export async function runBackup({ isFull, folder }: BackupArgs, deps: Deps): Promise<Manifest> {
  const { store, config, isReplaying, pause, emit, signal } = deps;
  if (config.CLICKHOUSE_URL !== undefined)
    throw new ConfigError(
      "The process that uses this folder runs with CLICKHOUSE_URL. Set it here too, so that the servers create the backup",
      { code: "not_embedded" },
    );
  const { backups } = storeFolders(config);
  if (folder !== backups)
    throw new ConfigError(
      `The process that holds the warehouse writes backups to ${backups}, not to ${folder}. Set BACKUP_DIR alike for both, and start it again`,
      { code: "other_folder" },
    );
  if (isReplaying()) throw replayRunning();
  return await createBackup({ isFull }, { store, folder, pause, emit, signal });
}

export async function create(
  context: Context,
  { isFull, keep }: { isFull: boolean; keep: number | undefined },
): Promise<string> {
  const { config, log, shutdown } = context;
  const args: BackupArgs = { isFull, folder: storeFolders(config).backups };
  const progress = createProgress(log, "backup");
  try {
    const manifest = (await forwardOrRun(context, "backup", args, {
      onProgress: (value) => progress.update(value as Progress),
      run: (emit) =>
        runBackup(args, {
          // A backup before an upgrade is one of the older schema.
          store: openUntouchedStore(context),
          config,
          isReplaying: () => false,
          pause: (run) => run(),
          emit,
          signal: shutdown.signal,
        }),
    })) as Manifest;
    const { name, base, bytes, files } = manifest;
    const kind = base === null ? "complete" : `what has changed since ${base.name}`;
    const made = `${name} in ${args.folder}: ${files} files, ${bytesText(bytes)}, ${kind}\n`;
    if (keep === undefined) return made;
    return made + removedText(await removeBackups(args.folder, (listed) => outdated(listed, keep)));
  } finally {
    progress.stop();
  }
}

const removedText = (names: readonly string[]) => names.map((name) => `${name} is removed\n`).join("");

export async function remove({ config }: Context, names: readonly string[]): Promise<string> {
  const folder = storeFolders(config).backups;
  return removedText(await removeBackups(folder, (listed) => checkRemovable(listed, names)));
}

function row(listed: Listed): string[] {
  const { name, manifest } = listed;
  const state = listed.state === "good" ? "good" : `${listed.state}: ${listed.reason}`;
  if (manifest === undefined) return [name, "", "", "", "", state];
  const { createdAt, base, bytes, version } = manifest;
  return [name, createdAt, version, bytesText(bytes), base === null ? "complete" : base.name, state];
}

export async function list({ config }: Context, { isJson }: { isJson: boolean }): Promise<string> {
  const listed = await listBackups(storeFolders(config).backups);
  if (isJson) return `${JSON.stringify(listed, null, 2)}\n`;
  return textTable([["NAME", "CREATED", "VERSION", "SIZE", "BASE", "STATE"], ...listed.map(row)]);
}

export async function verify(context: Context, name: string | undefined): Promise<string> {
  const { config, log, shutdown } = context;
  const progress = createProgress(log, "backup verify");
  try {
    const { backups: folder } = storeFolders(config);
    const [manifest, ...bases] = await verifyBackup(name, {
      folder,
      emit: progress.update,
      signal: shutdown.signal,
    });
    noteVerified(folder, manifest.name);
    const files = [manifest, ...bases].reduce((sum, one) => sum + one.files, 0);
    const based = bases.length === 0 ? "" : `, with ${bases.map((base) => base.name).join(", ")}`;
    return `${manifest.name} is good: ${files} files read${based}\n`;
  } finally {
    progress.stop();
  }
}

export async function restore(
  context: Context,
  options: { name: string | undefined; isReplaced: boolean },
): Promise<string> {
  const { config, log, shutdown } = context;
  holdFolder(context, "backup restore");
  const progress = createProgress(log, "backup restore");
  try {
    const { manifest, before } = await restoreBackup(options, {
      dataDir: config.DATA_DIR,
      folder: storeFolders(config).backups,
      log,
      emit: progress.update,
      signal: shutdown.signal,
    });
    const { name, tables, cursors } = manifest;
    noteVerified(storeFolders(config).backups, name);
    const lines = [
      `${name} is restored to ${config.DATA_DIR}: ${tables.length} tables, ${bytesText(heldBytes(manifest))}`,
      ...cursors.map(({ listener, height }) => `${listener} resumes after ${height}`),
      ...(before === undefined
        ? []
        : [`The warehouse before is in ${before}; remove it when it is no longer needed`]),
    ];
    return `${lines.join("\n")}\n`;
  } finally {
    progress.stop();
  }
}
