/**
 * Brings the warehouse to what sql/ says. A new warehouse is created from sql/tables as they stand; an existing one
 * gets the tables that it lacks, then the numbered migrations that it has not seen, in order. Checksums are kept in
 * app_migration, so that a table file that was edited without a migration is found at the next start.
 */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { ConfigError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import type { Store } from "../store/store.ts";
import { listSql, loadSql, type SqlFile, sqlFolder } from "./file.ts";

type Kind = "table" | "migration";
type Entry = { kind: Kind; name: string; checksum: string; file: SqlFile };
type Recorded = Map<string, string>;

/** What `migrate` did: names of tables created, and of numbered migrations that it ran. */
export type MigrationResult = { tables: string[]; migrations: string[] };

/** SHA-256 in hex of a statement; comments are gone already and white space counts as one space. */
export function checksumOf(text: string): string {
  return createHash("sha256").update(text.replace(/\s+/g, " ").trim()).digest("hex");
}

function toEntry(kind: Kind, file: SqlFile): Entry {
  return { kind, name: basename(file.path, ".sql"), checksum: checksumOf(file.text), file };
}

function keyOf(entry: { kind: Kind; name: string }): string {
  return `${entry.kind} ${entry.name}`;
}

const migrationName = /^(\d{4})_[a-z0-9]+(_[a-z0-9]+)+$/;

/**
 * The files of sql/migrations in order.
 * @throws ConfigError `bad_migration` when a name is not NNNN_<verb>_<object> or the numbers are not 1, 2, 3, …
 */
export function listMigrations(folder: string): SqlFile[] {
  const paths = listSql("migrations", folder);
  paths.forEach((path, index) => {
    const number = migrationName.exec(basename(path, ".sql"))?.[1];
    const expected = String(index + 1).padStart(4, "0");
    if (number !== expected) {
      throw new ConfigError(`sql/${path}: the next migration is named ${expected}_<verb>_<object>.sql`, {
        code: "bad_migration",
      });
    }
  });
  return paths.map((path) => loadSql(path, folder));
}

/**
 * The form of a `create table` or `alter table` for a cluster: `on cluster`, and the replicated form of a MergeTree
 * engine with the server's default path and replica name. Other statements are left as they are.
 */
export function toClusterStatement(text: string, cluster: string): string {
  const name = "`?[A-Za-z_][A-Za-z0-9_.]*`?";
  const target = new RegExp(
    `^((?:create|alter|drop|truncate)\\s+table\\s+(?:if\\s+(?:not\\s+)?exists\\s+)?${name}(?:\\s*,\\s*${name})*)(?=[\\s(]|$)`,
    "i",
  );
  return text
    .replace(target, `$1 on cluster '${cluster}'`)
    .replace(/(\bengine\s*=\s*)(?!Replicated|Shared)(\w*MergeTree)\b/i, "$1Replicated$2");
}

async function readRecorded(store: Store): Promise<Recorded> {
  const rows = await store.rows<{ kind: Kind; name: string; checksum: string }>(
    "select kind, name, checksum from app_migration final",
  );
  return new Map(rows.map((row) => [keyOf(row), row.checksum]));
}

async function record(store: Store, entries: readonly Entry[]): Promise<void> {
  const now = BigInt(Date.now());
  await store.insert("app_migration", [
    { name: "kind", type: "String", values: entries.map((entry) => entry.kind) },
    { name: "name", type: "String", values: entries.map((entry) => entry.name) },
    { name: "checksum", type: "FixedString(64)", values: entries.map((entry) => entry.checksum) },
    {
      name: "recorded_at",
      type: "DateTime64(3, 'UTC')",
      values: new BigInt64Array(entries.length).fill(now),
    },
  ]);
}

function mentions(migration: Entry, table: string): boolean {
  return new RegExp(`\\b${table}\\b`).test(migration.file.text);
}

/** Compares the files with what was recorded, before anything is changed. */
function check(recorded: Recorded, tables: readonly Entry[], migrations: readonly Entry[]): void {
  const problems: string[] = [];
  const pending = migrations.filter((entry) => !recorded.has(keyOf(entry)));
  const known = new Set(migrations.map(keyOf));
  for (const migration of migrations) {
    const before = recorded.get(keyOf(migration));
    if (before !== undefined && before !== migration.checksum) {
      problems.push(
        `sql/${migration.file.path} was edited after it ran here. Undo that and add a new migration`,
      );
    }
  }
  for (const key of recorded.keys()) {
    if (key.startsWith("migration ") && !known.has(key)) {
      problems.push(`This warehouse has seen ${key}, which this version does not hold. Run a newer version`);
    }
  }
  for (const table of tables) {
    const before = recorded.get(keyOf(table));
    const isCovered = pending.some((migration) => mentions(migration, table.name));
    if (before !== undefined && before !== table.checksum && !isCovered) {
      problems.push(
        `sql/${table.file.path} was edited, but this warehouse has the table as it was. Add ` +
          `sql/migrations/${String(migrations.length + 1).padStart(4, "0")}_alter_${table.name}.sql that makes the ` +
          "same change, or start with an empty warehouse",
      );
    }
  }
  if (problems.length > 0)
    throw new ConfigError(problems.join("\n"), { code: "migration_needed", meta: { problems } });
}

/**
 * Creates and changes the tables. Safe to run at every start; on servers, run it from one process.
 * @param cluster name of the ClickHouse cluster: the statements become `on cluster` and replicated
 * @throws ConfigError `migration_needed`, naming each file and what to do, or `bad_migration`
 */
export async function migrate(
  store: Store,
  options: { cluster?: string | undefined; log?: Logger; folder?: string } = {},
): Promise<MigrationResult> {
  const folder = options.folder ?? sqlFolder;
  const { cluster } = options;
  const run = (file: SqlFile): Promise<void> =>
    store.command(cluster === undefined ? file.text : toClusterStatement(file.text, cluster));

  const tables = listSql("tables", folder).map((path) => toEntry("table", loadSql(path, folder)));
  const migrations = listMigrations(folder).map((file) => toEntry("migration", file));
  await run(loadSql("tables/app/app_migration.sql"));
  const recorded = await readRecorded(store);
  check(recorded, tables, migrations);

  for (const table of tables) await run(table.file);
  const isNew = recorded.size === 0;
  const applied: string[] = [];
  for (const migration of migrations) {
    if (recorded.has(keyOf(migration))) continue;
    // A new warehouse has the tables in their final form, so what led there is only noted.
    if (!isNew) {
      await run(migration.file);
      // Together with the tables it changed: a stop before the next migration must not leave them looking edited.
      await record(store, [migration, ...tables.filter((table) => mentions(migration, table.name))]);
      applied.push(migration.name);
      options.log?.info({ migration: migration.name }, "migration applied");
    }
  }
  const changed = [...tables, ...(isNew ? migrations : [])].filter(
    (entry) => recorded.get(keyOf(entry)) !== entry.checksum,
  );
  if (changed.length > 0) await record(store, changed);
  const created = tables.filter((table) => !recorded.has(keyOf(table))).map((table) => table.name);
  options.log?.info(
    { tables: tables.length, created: created.length, migrations: applied.length },
    "warehouse migrated",
  );
  return { tables: created, migrations: applied };
}
