import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { compareLock, currentLock, formatLock, lockProblems, parseLock, readLockText } from "./tablesLock.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const files = {
  "tables/eth/raw_eth_block.sql":
    "create table if not exists raw_eth_block (\n  slot UInt32\n)\norder by slot",
  "migrations/0001_alter_raw_eth_block.sql": "alter table raw_eth_block add column if not exists slot UInt32",
};

/** A folder of SQL files. SQL that was read is cached by its path, so each state has a folder of its own. */
function folderOf(content: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "va-lock-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, "tables.lock"), formatLock(currentLock(folder)));
  return folder;
}

const problemsOf = (content: Readonly<Record<string, string>>) =>
  lockProblems(compareLock(parseLock(readLockText(folderOf(files))), folderOf(content)));

const changed = { ...files, "tables/eth/raw_eth_block.sql": `${files["tables/eth/raw_eth_block.sql"]}, x` };

it("the project's tables and migrations are those of sql/tables.lock", () => {
  expect(lockProblems(compareLock(parseLock(readLockText())))).toEqual([]);
});

it("unchanged files are no problem; comments and white space may differ", () => {
  expect(problemsOf(files)).toEqual([]);
  const respelled = `-- why\n${files["tables/eth/raw_eth_block.sql"].replace("\n", "\n\n")}`;
  expect(problemsOf({ ...files, "tables/eth/raw_eth_block.sql": respelled })).toEqual([]);
});

it("a changed table needs a new migration that names it", () => {
  expect(problemsOf(changed)).toEqual([
    expect.stringMatching(/^sql\/tables\/eth\/raw_eth_block\.sql was changed .* NAME=alter_raw_eth_block/),
  ]);
  const other = { ...changed, "migrations/0002_alter_raw_eth_blocks.sql": "alter table raw_eth_blocks x" };
  expect(problemsOf(other)).toHaveLength(1);
  const covered = { ...changed, "migrations/0002_alter_raw_eth_block.sql": "alter table raw_eth_block x" };
  expect(problemsOf(covered)).toEqual([expect.stringContaining("Run `make migration`")]);
});

it("a table that is gone needs a migration, a new one does not", () => {
  const { "tables/eth/raw_eth_block.sql": table, ...rest } = files;
  expect(problemsOf(rest)).toEqual([expect.stringContaining("was changed or removed")]);
  expect(problemsOf({ ...files, "tables/eth/raw_eth_slot.sql": table })).toEqual([
    expect.stringContaining("does not list the tables"),
  ]);
});

it("a migration that has landed never changes", () => {
  const rewritten = { ...files, "migrations/0001_alter_raw_eth_block.sql": "alter table raw_eth_block y" };
  expect(problemsOf(rewritten)).toEqual([expect.stringContaining("Undo that and add another migration")]);
});
