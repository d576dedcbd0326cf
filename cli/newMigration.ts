/**
 * Keeps sql/tables.lock, and writes migrations for tables whose files have changed:
 *   make migration                          if only comments changed, writes a migration that sets them; writes the lock
 *   make migration NAME=reword_comments     the same, with a name of your own
 *   make migration NAME=alter_<table>       for any other change, starts a migration; complete it, then run `make migration`
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describeStatement } from "../lib/sql/describeTable.ts";
import { listSql, loadSql, parseSql, sqlFolder } from "../lib/sql/file.ts";
import {
  compareLock,
  currentLock,
  formatLock,
  lockName,
  lockProblems,
  parseLock,
  readLockText,
} from "../lib/sql/tablesLock.ts";

export type MigrationFile = { path: string; text: string };

/** The files that existing warehouses need, or the decisions that a person must make. */
export function planMigrations(options: {
  /** Table files that changed and have no migration. */
  uncovered: readonly string[];
  /** Number of the next migration. */
  next: number;
  /** Name of the migration, without its number. */
  name?: string | undefined;
  /** Previous text of a table's file; undefined: unknown. */
  before: (path: string) => string | undefined;
  /** Text of a table's file; undefined when it is gone. */
  after: (path: string) => string | undefined;
}): { files: MigrationFile[]; left: string[]; isComplete: boolean } {
  const { uncovered, next, name, before, after } = options;
  const files: MigrationFile[] = [];
  const left: string[] = [];
  const described: { table: string; text: string }[] = [];
  const pathOf = (own: string) => `migrations/${String(next + files.length).padStart(4, "0")}_${own}.sql`;
  for (const path of uncovered) {
    const table = basename(path, ".sql");
    const [earlier, later] = [before(path), after(path)];
    const text =
      earlier === undefined || later === undefined ? undefined : describeStatement(table, earlier, later);
    if (text === undefined) left.push(path);
    else described.push({ table, text });
  }
  const [first] = described;
  if (first !== undefined) {
    const own = described.length === 1 ? `describe_${first.table}` : "describe_tables";
    const path = pathOf(left.length === 0 ? (name ?? own) : own);
    files.push({ path, text: described.map(({ text }) => text).join("") });
  }
  const isComplete = left.length === 0 && (name === undefined || first !== undefined);
  if (name !== undefined && !isComplete) {
    const tables = left.map((path) => basename(path, ".sql"));
    files.push({
      path: pathOf(name),
      text: `-- Why it is needed.\nalter table ${tables.join(", ") || "<table>"}\n  add column if not exists <column> <type> after <column>\n`,
    });
  }
  return { files, left, isComplete };
}

/** A file at the last commit; undefined: it didn't exist. */
function committed(path: string): string | undefined {
  try {
    const args = ["show", `HEAD:sql/${path}`];
    return execFileSync("git", args, {
      cwd: sqlFolder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
}

function statementBefore(path: string): string | undefined {
  const content = committed(path);
  return content === undefined ? undefined : parseSql(path, content).text;
}

/** @returns the exit code */
function run(name: string | undefined, print: (line: string) => void): number {
  if (name !== undefined && !/^[a-z0-9]+(_[a-z0-9]+)+$/.test(name)) {
    print(`NAME=${name}: a verb and what it changes are needed, such as NAME=alter_raw_eth_block`);
    return 1;
  }
  // Files locked since the last commit may still change.
  const state = compareLock(parseLock(committed(lockName) ?? readLockText()));
  if (state.rewritten.length > 0) {
    for (const problem of lockProblems({ ...state, uncovered: [] })) print(problem);
    return 1;
  }
  const present = new Set(listSql("tables"));
  const { files, left, isComplete } = planMigrations({
    uncovered: state.uncovered,
    next: listSql("migrations").length + 1,
    name,
    before: statementBefore,
    after: (path) => (present.has(path) ? loadSql(path).text : undefined),
  });
  for (const { path, text } of files) {
    writeFileSync(join(sqlFolder, path), text);
    print(`sql/${path} was written`);
  }
  if (name !== undefined && !isComplete) {
    print("Complete the migration, then run `make migration`.");
    return 0;
  }
  if (left.length > 0) {
    for (const problem of lockProblems({ ...state, uncovered: left })) print(problem);
    return 1;
  }
  writeFileSync(join(sqlFolder, lockName), formatLock(currentLock()));
  print(`sql/${lockName} lists all tables and migrations`);
  return 0;
}

if (import.meta.filename === process.argv[1])
  process.exitCode = run(process.env.NAME || undefined, (line) => void process.stdout.write(`${line}\n`));
