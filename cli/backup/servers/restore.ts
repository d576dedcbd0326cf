/** Restores a backup on servers into a database next to the current one, then swaps the two. */
import { rewindCursors } from "../../../ingest/listener/cursor.ts";
import { AppError, ConfigError } from "../../../lib/errors.ts";
import { internalSql } from "../../../lib/sql/internal.ts";
import { quoteName } from "../../../lib/store/names.ts";
import { onCluster } from "../../../lib/store/shadow.ts";
import type { Store } from "../../../lib/store/store.ts";
import type { Progress } from "../../process/progress.ts";
import { megabytes } from "../create.ts";
import { startOperation } from "../engine.ts";
import { heldBytes } from "../manifest.ts";
import { checkSchema, checkTables } from "../restore.ts";
import {
  anywhere,
  chainOnServers,
  dropDatabase,
  ensureCatalog,
  inDatabase,
  recordBackup,
  type ServerDeps,
  type ServerManifest,
  tablesIn,
} from "./catalog.ts";
import { noteVerifiedOnServers, verifiedNow } from "./verified.ts";

type RestoreDeps = ServerDeps & { emit: (progress: Progress) => void; signal: AbortSignal };

/** Drops a database and fills it from a backup. */
async function fill(manifest: ServerManifest, side: string, deps: RestoreDeps): Promise<void> {
  const { cluster, destination, emit, signal } = deps;
  await dropDatabase(deps, side);
  await anywhere(deps, async (store) => {
    const [from, to] = [manifest.database, side].map(quoteName);
    const text = `restore database ${from} as ${to}${onCluster(cluster)} from ${destination.of(manifest.name, "data")}`;
    const operation = await startOperation(store, { text }, signal, { cluster });
    const total = megabytes(heldBytes(manifest));
    await operation.ended(({ bytes }) =>
      emit({ done: Math.min(megabytes(bytes), total), total, phase: "restored", unit: "megabyte" }),
    );
  });
  await inDatabase(deps, side, (store) => checkTables(store, manifest));
}

/** Views name their database, so restored ones would keep reading the temporary one. `migrate` recreates them. */
async function dropViews(store: Store, cluster: string | undefined): Promise<void> {
  for (const { name } of await store.rows<{ name: string }>(internalSql("backup/views")))
    await store.command(`drop view ${quoteName(name)}${onCluster(cluster)} sync`);
}

/** Swaps a database with the warehouse. @returns the new name of the previous one */
async function exchange(side: string, deps: RestoreDeps): Promise<string | undefined> {
  const { database, cluster } = deps;
  const rename = (from: string, to: string) =>
    anywhere(deps, (store) =>
      store.command(`rename database ${quoteName(from)} to ${quoteName(to)}${onCluster(cluster)}`),
    );
  const tables = await tablesIn(deps, database);
  const time = new Date().toISOString().replace(/\W/g, "");
  const before = tables === undefined || tables === 0 ? undefined : `${database}_until_${time}`;
  if (tables === 0) await dropDatabase(deps, database);
  else if (before !== undefined) await rename(database, before);
  await rename(side, database);
  return before;
}

/**
 * Restores a backup, by default the newest good one. It may be repeated after any failure: the warehouse is unchanged
 * until the last step.
 * @param isReplaced whether an existing warehouse is moved away
 * @returns the backup, and the name that the previous database was renamed to
 * @throws ConfigError when the backup can't be used here; StoreError when the servers fail
 */
export async function restoreOnServers(
  { name, isReplaced }: { name: string | undefined; isReplaced: boolean },
  deps: RestoreDeps,
): Promise<{ manifest: ServerManifest; before: string | undefined }> {
  const { database, cluster } = deps;
  if (!isReplaced && ((await tablesIn(deps, database)) ?? 0) > 0)
    throw new ConfigError(
      `The database ${database} already contains a warehouse. Use --replace to rename it first, or name another database in CLICKHOUSE_URL`,
      { code: "warehouse_exists" },
    );
  const [manifest] = await chainOnServers(deps, name, deps.signal);
  checkSchema(manifest);
  const side = `${database}_restoring`;
  await fill(manifest, side, deps);
  await inDatabase(deps, side, async (store) => {
    await dropViews(store, cluster);
    await rewindCursors(store);
    // In itself it has only begun.
    await ensureCatalog(store, cluster);
    await recordBackup(store, "good", verifiedNow(manifest));
  });
  deps.signal.throwIfAborted();
  return { manifest, before: await exchange(side, deps) };
}

/**
 * Restores a backup into a temporary database, has the servers check every part of every table, and drops it.
 * @returns the backup, and all backups that it is based on
 * @throws AppError `damaged_backup`; ConfigError if the backup doesn't exist
 */
export async function verifyOnServers(
  name: string | undefined,
  deps: RestoreDeps,
): Promise<[ServerManifest, ...ServerManifest[]]> {
  const chain = await chainOnServers(deps, name, deps.signal);
  const [manifest] = chain;
  const side = `${deps.database}_backup_verify`;
  try {
    await fill(manifest, side, deps);
    const held = manifest.tables.filter(({ rows }) => rows > 0);
    const problems: string[] = [];
    await inDatabase(deps, side, async (store) => {
      for (const [index, table] of held.entries()) {
        deps.signal.throwIfAborted();
        const parts = await store.rows<{ part_path: string; is_passed: number; message: string }>(
          `check table ${quoteName(table.name)}`,
        );
        for (const part of parts)
          if (Number(part.is_passed) !== 1)
            problems.push(`${table.name}, part ${part.part_path}: ${part.message}`);
        deps.emit({ done: index + 1, total: held.length, phase: "checked", unit: "table" });
      }
    });
    if (problems.length === 0) {
      await noteVerifiedOnServers(deps, manifest);
      return chain;
    }
    const text = problems.slice(0, 10).map((line) => `  ${line}`);
    throw new AppError("fatal", `The backup ${manifest.name} is damaged:\n${text.join("\n")}`, {
      code: "damaged_backup",
    });
  } finally {
    await dropDatabase(deps, side);
  }
}
