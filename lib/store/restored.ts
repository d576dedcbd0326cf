/**
 * A restored warehouse takes the place of the one before by two renames. A process that was killed between them leaves
 * no warehouse at all, which the next one must not take for a new one.
 */
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where a backup is restored to, next to the warehouse. */
export const restoringFolder = (dataDir: string): string => join(dataDir, "restoring");
const wholeFile = "restored";
const isWhole = (dataDir: string) => existsSync(join(restoringFolder(dataDir), wholeFile));

/** Whether there is a warehouse in the folder, with or without rows. */
export function hasWarehouse(dataDir: string): boolean {
  const path = join(dataDir, "warehouse");
  return existsSync(path) && readdirSync(path).length > 0;
}

/** From now on the restored warehouse counts as whole. */
export function markRestored(dataDir: string): void {
  writeFileSync(join(restoringFolder(dataDir), wholeFile), "", { flush: true });
}

/** Moves a complete restored warehouse to the place of a missing one. */
export function finishRestore(dataDir: string): void {
  if (hasWarehouse(dataDir) || !isWhole(dataDir)) return;
  const path = join(dataDir, "warehouse");
  rmSync(path, { recursive: true, force: true });
  renameSync(restoringFolder(dataDir), path);
  rmSync(join(path, wholeFile), { force: true });
}

/** Replaces the previous warehouse, if any, with a complete restored one. @returns the new place of the previous one */
export function exchangeRestored(dataDir: string, time: Date): string | undefined {
  const path = join(dataDir, "warehouse");
  const before = join(dataDir, `warehouse-until-${time.toISOString().replace(/[-:]/g, "")}`);
  const hadOne = hasWarehouse(dataDir);
  if (hadOne) renameSync(path, before);
  finishRestore(dataDir);
  return hadOne ? before : undefined;
}
