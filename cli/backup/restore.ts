/** Restores a backup next to the current warehouse, then swaps the two. */
import { mkdirSync, rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import { rewindCursors } from "../../ingest/listener/cursor.ts";
import { ConfigError, StoreError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { listSql } from "../../lib/sql/file.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import { createEmbeddedStore } from "../../lib/store/embedded.ts";
import { quoteName } from "../../lib/store/names.ts";
import { exchangeRestored, hasWarehouse, markRestored, restoringFolder } from "../../lib/store/restored.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Progress } from "../process/progress.ts";
import { megabytes } from "./create.ts";
import { engineFile, startOperation } from "./engine.ts";
import { type About, backupChain, heldBytes, type Manifest } from "./manifest.ts";
import { verifyBackup } from "./verify.ts";

export type RestoreDeps = {
  dataDir: string;
  folder: string;
  log: Logger;
  emit: (progress: Progress) => void;
  signal: AbortSignal;
};

/** @throws ConfigError `newer_backup` when a newer version of this program made the warehouse */
export function checkSchema({ name, version, migrations }: About): void {
  const knownMigrations = new Set(listSql("migrations").map((path) => basename(path, ".sql")));
  const unknown = migrations.find((migration) => !knownMigrations.has(migration));
  if (unknown === undefined) return;
  throw new ConfigError(
    `The backup ${name} was made by version ${version}, which has the migration ${unknown}. This version does not know it. Run that version or a newer one`,
    { code: "newer_backup" },
  );
}

/** @throws StoreError unless the tables are those of the manifest */
export async function checkTables(store: Store, { tables }: Pick<About, "tables">): Promise<void> {
  const counts = await store.rows<{ name: string; rows: string }>(internalSql("backup/tables"));
  const rows = new Map(counts.map((table) => [table.name, Number(table.rows)]));
  const missing = tables.filter((table) => (rows.get(table.name) ?? 0) === 0 && table.rows > 0);
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(", ");
  throw new StoreError(`After the restore there is nothing in ${names}`, { code: "restore_failed" });
}

async function fill(manifest: Manifest, { dataDir, folder, log, emit, signal }: RestoreDeps): Promise<void> {
  const path = restoringFolder(dataDir);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const store = createEmbeddedStore({ path, backups: folder, log });
  try {
    const text = `restore database ${quoteName(manifest.database)} from ${engineFile(manifest.name)}`;
    const operation = await startOperation(store, { text }, signal);
    const total = megabytes(heldBytes(manifest));
    await operation.ended(({ bytes }) =>
      emit({ done: Math.min(megabytes(bytes), total), total, phase: "restored", unit: "megabyte" }),
    );
    await checkTables(store, manifest);
    await rewindCursors(store);
  } finally {
    await store.close();
  }
}

/**
 * Restores a backup, by default the newest good one. It may be repeated after any failure: the warehouse is unchanged
 * until the last step.
 * @param isReplaced whether an existing warehouse is moved away
 * @returns the backup, and where the previous warehouse was moved
 * @throws ConfigError when the backup can't be used here; AppError `damaged_backup`
 */
export async function restoreBackup(
  { name, isReplaced }: { name?: string | undefined; isReplaced: boolean },
  deps: RestoreDeps,
): Promise<{ manifest: Manifest; before: string | undefined }> {
  const dataDir = resolve(deps.dataDir);
  if (!isReplaced && hasWarehouse(dataDir))
    throw new ConfigError(
      `${dataDir} already contains a warehouse. Use --replace to move it to another folder first, or set another DATA_DIR`,
      { code: "warehouse_exists" },
    );
  checkSchema((await backupChain(deps.folder, name))[0]);
  const [manifest] = await verifyBackup(name, deps);
  await fill(manifest, { ...deps, dataDir });
  markRestored(dataDir);
  return { manifest, before: exchangeRestored(dataDir, new Date()) };
}
