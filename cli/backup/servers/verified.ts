/** When a backup of servers was last shown to be whole: in its row of app_backup. */
import { isErrorOfKind } from "../../../lib/errors.ts";
import { internalSql } from "../../../lib/sql/internal.ts";
import type { Store } from "../../../lib/store/store.ts";
import { inDatabase, type ServerDeps, type ServerManifest } from "./catalog.ts";

/** A manifest that says that its backup was restored. */
export const verifiedNow = (manifest: ServerManifest): ServerManifest => ({
  ...manifest,
  verifiedAt: new Date().toISOString(),
});

/**
 * Records that a backup was restored completely, without changing its other fields. A lost or read-only warehouse is not
 * an error.
 */
export async function noteVerifiedOnServers(deps: ServerDeps, manifest: ServerManifest): Promise<void> {
  const params = { name: manifest.name, manifest: JSON.stringify(verifiedNow(manifest)) };
  try {
    await inDatabase(deps, deps.database, (store) => store.command(internalSql("backup/verified"), params));
  } catch (error) {
    if (!isErrorOfKind(error, "store")) throw error;
  }
}

/** @returns undefined when none ever was */
export async function readVerifiedOnServers(store: Store): Promise<Date | undefined> {
  const [row] = await store.rows<{ verified_at: string }>(internalSql("backup/last_verified"));
  return row === undefined || row.verified_at === "" ? undefined : new Date(row.verified_at);
}
