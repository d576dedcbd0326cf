/**
 * Tables and migrations as they have landed: `sql/tables.lock`. Warehouses that exist hold the tables of that form, so a
 * table's file changes only together with a migration that makes the same change there.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { listSql, loadSql, sqlFolder } from "./file.ts";
import { checksumOf } from "./migrate.ts";
import { mentions } from "./migrationCheck.ts";

export const lockName = "tables.lock";

/** Checksums by path under sql/. */
export type Lock = ReadonlyMap<string, string>;

/** Tables and migrations as their files are now. */
export function currentLock(folder: string = sqlFolder): Map<string, string> {
  const paths = [...listSql("tables", folder), ...listSql("migrations", folder)];
  return new Map(paths.map((path) => [path, checksumOf(loadSql(path, folder).text)]));
}

export const readLockText = (folder: string = sqlFolder): string =>
  readFileSync(join(folder, lockName), "utf8");

/** The tables in the lock. */
export function parseLock(text: string): Lock {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [path = "", checksum = ""] = line.split(" ");
      return [path, checksum];
    }),
  );
}

export const formatLock = (lock: Lock): string =>
  [...lock].map(([path, checksum]) => `${path} ${checksum}\n`).join("");

const isMigration = (path: string) => path.startsWith("migrations/");

export type LockState = {
  /** Table files that differ from what has landed, or are gone, without a migration that names the table. */
  uncovered: string[];
  /** Migrations that were changed or removed after they had landed. */
  rewritten: string[];
  /** Whether the lock matches the files. */
  isCurrent: boolean;
};

/** How files differ from what has landed. */
export function compareLock(locked: Lock, folder: string = sqlFolder): LockState {
  const current = currentLock(folder);
  const differing = [...locked].filter(([path, checksum]) => current.get(path) !== checksum);
  const added = [...current.keys()].filter((path) => isMigration(path) && !locked.has(path));
  const isCovered = (path: string) =>
    added.some((migration) => mentions(loadSql(migration, folder).text, basename(path, ".sql")));
  return {
    uncovered: differing.map(([path]) => path).filter((path) => !isMigration(path) && !isCovered(path)),
    rewritten: differing.map(([path]) => path).filter(isMigration),
    isCurrent: formatLock(current) === formatLock(locked),
  };
}

/** The steps that make files and lock agree, in sentences. */
export function lockProblems({ uncovered, rewritten, isCurrent }: LockState): string[] {
  const problems = [
    ...uncovered.map(
      (path) =>
        `sql/${path} was changed or removed, and no new migration makes the same change in existing warehouses. ` +
        `Run \`make migration NAME=alter_${basename(path, ".sql")}\``,
    ),
    ...rewritten.map(
      (path) => `sql/${path} was changed or removed after it had landed. Undo that and add another migration`,
    ),
  ];
  if (problems.length === 0 && !isCurrent)
    problems.push(
      "sql/tables.lock does not list the tables and migrations as they are. Run `make migration`",
    );
  return problems;
}
