/**
 * Brings the warehouse to the state of sql/. A new warehouse is created from sql/tables; an existing one gets missing
 * tables, then pending numbered migrations, in order. Functions and views hold no rows, so an edited one simply replaces
 * the previous one. Checksums are kept in app_migration, so that a table file that was edited without a migration is
 * found at the next start.
 */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { ConfigError, errorMessage, isErrorOfKind, StoreError } from "../errors.ts";
import { createLogger } from "../logger.ts";
import type { DefinitionGuard } from "../store/definitions.ts";
import { quoteName } from "../store/names.ts";
import { clearForMigrations, removeDeadShadows } from "../store/shadowClaim.ts";
import type { Store } from "../store/store.ts";
import { toClusterStatement } from "./cluster.ts";
import { listSql, loadSql, type SqlFile, sqlFolder } from "./file.ts";
import { type LeaseOptions, underLease } from "./lease.ts";
import { check, checkHalfMade, mentions } from "./migrationCheck.ts";
import { listPlainViews } from "./plainViews.ts";
import {
  type Entry,
  type Kind,
  keyOf,
  type Recordable,
  type Recorded,
  readExisting,
  readRecorded,
  record,
} from "./recorded.ts";

/**
 * The changes by `migrate`: names of created tables, of numbered migrations, and of functions and views that it
 * created, replaced or dropped.
 */
export type MigrationResult = {
  functions: string[];
  tables: string[];
  views: string[];
  migrations: string[];
};

/** The checksum of a file that is gone: 64 zero bytes, as an empty text of that length is kept. */
const goneChecksum = "\0".repeat(64);

/** SHA-256 in hex of a statement; comments are gone already and white space counts as one space. */
export function checksumOf(text: string): string {
  return createHash("sha256").update(text.replace(/\s+/g, " ").trim()).digest("hex");
}

function toEntry(kind: Kind, file: SqlFile): Entry {
  return { kind, name: basename(file.path, ".sql"), checksum: checksumOf(file.text), file };
}

/** The statements of a migration. One that only sets comments has an `alter table` for each table, without semicolons. */
export const statementsOf = (text: string): string[] => text.split(/\n(?=alter table )/);

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

/** Drops views and functions whose files are gone. */
async function dropGone(
  recorded: Recorded,
  { run, kept }: { run: (text: string) => Promise<void>; kept: readonly Entry[] },
): Promise<Recordable[]> {
  const keptKeys = new Set(kept.map(keyOf));
  const gone = (["view", "function"] as const).flatMap((kind) =>
    [...recorded]
      .filter(([key, sum]) => key.startsWith(`${kind} `) && sum !== goneChecksum && !keptKeys.has(key))
      .map(([key]) => ({ kind, name: key.slice(kind.length + 1), checksum: goneChecksum })),
  );
  for (const { kind, name } of gone) await run(`drop ${kind} if exists ${quoteName(name)}`);
  return gone;
}

/** `create or replace …` as a statement that leaves alone what exists. */
function unlessExists(text: string): string {
  return text.replace(/^create\s+or\s+replace\s+(function|view)\s+/i, "create $1 if not exists ");
}

/**
 * Functions and views, the plain ones of tables first: others may read them. All functions are in the checksum of a
 * view of our own: the engine copies a function's text into the view that uses it, so a view is recreated when one of
 * them changes.
 */
function listObjects(folder: string): { functions: Entry[]; views: Entry[] } {
  const files = (of: string) => listSql(of, folder).map((path) => loadSql(path, folder));
  const functions = files("functions").map((file) => toEntry("function", file));
  const texts = functions.map(({ file }) => file.text).join(" ");
  const views = files("views").map((file) => ({
    ...toEntry("view", file),
    checksum: checksumOf(`${file.text} ${texts}`),
  }));
  const plain = listPlainViews(folder).map(({ name, path, text }) => ({
    kind: "view" as const,
    name,
    checksum: checksumOf(text),
    file: { path, text, placeholders: [] },
  }));
  return { functions, views: [...plain, ...views] };
}

type MigrationOptions = LeaseOptions & {
  cluster?: string | undefined;
  folder?: string;
  /** Guards the embedded warehouse's folder. */
  guard?: DefinitionGuard | undefined;
};

/** All files, as this version has them. */
function listEntries(folder: string) {
  const tables = listSql("tables", folder).map((path) => toEntry("table", loadSql(path, folder)));
  const migrations = listMigrations(folder).map((file) => toEntry("migration", file));
  return { tables, migrations, ...listObjects(folder) };
}

/**
 * Checks that the warehouse is in the state of this version, for processes that may change nothing.
 * @throws StoreError `not_migrated`, which passes when another process has migrated; ConfigError as `migrate`
 */
export async function checkMigrated(store: Store, folder: string = sqlFolder): Promise<void> {
  const { tables, migrations, functions, views } = listEntries(folder);
  const recorded = await readRecorded(store).catch((error: unknown) => {
    if (isErrorOfKind(error, "store") && error.code === "unknown_table") return new Map<string, string>();
    throw error;
  });
  const missing = [...functions, ...tables, ...migrations, ...views].filter(
    (entry) => recorded.get(keyOf(entry)) !== entry.checksum,
  );
  if (missing.length === 0) return;
  if (recorded.size > 0) check(recorded, tables, migrations);
  const names = missing.slice(0, 3).map(keyOf).join(", ");
  throw new StoreError(
    `the warehouse is not yet what this version needs (${names}${missing.length > 3 ? ", …" : ""}): run \`migrate\``,
    { code: "not_migrated", retryable: true },
  );
}

/**
 * Creates and changes tables, functions and views. Safe to run at every start and from many processes: one at a time
 * does it.
 * @param options.cluster name of the ClickHouse cluster: the statements become `on cluster` and replicated
 * @throws ConfigError `migration_needed`, naming each file and what to do, or `bad_migration`
 */
export async function migrate(store: Store, options: MigrationOptions = {}): Promise<MigrationResult> {
  const { cluster, guard } = options;
  const run = async (text: string): Promise<void> => {
    guard?.beforeChange();
    await store.command(cluster === undefined ? text : toClusterStatement(text, cluster));
    guard?.afterChange();
  };
  const existing = await readExisting(store);
  for (const name of ["app_migration", "app_migration_lease"])
    if (!existing.has(keyOf({ kind: "table", name }))) await run(loadSql(`tables/app/${name}.sql`).text);
  const result = await underLease(
    store,
    (lease) =>
      migrateAlone(store, { ...options, existing }, (text) => {
        lease.check();
        return run(text);
      }),
    options,
  );
  guard?.done();
  return result;
}

async function migrateAlone(
  store: Store,
  { log, cluster, folder = sqlFolder, existing }: MigrationOptions & { existing: ReadonlySet<string> },
  run: (text: string) => Promise<void>,
): Promise<MigrationResult> {
  const { tables, migrations, functions, views } = listEntries(folder);
  const recorded = await readRecorded(store);
  check(recorded, tables, migrations);
  const isNew = recorded.size === 0;
  if (isNew) {
    await checkHalfMade(store, tables);
    // First of all: should this be killed halfway, a later version knows which migrations its tables still need.
    await record(store, [...tables, ...migrations]);
  }
  const isRecorded = (entry: Entry) => recorded.get(keyOf(entry)) === entry.checksum;
  // An unchanged one is recreated when it is missing: a restored backup of a database holds no functions.
  const define = async (entry: Entry): Promise<void> => {
    if (!isRecorded(entry)) await run(entry.file.text);
    else if (!existing.has(keyOf(entry))) await run(unlessExists(entry.file.text));
  };

  for (const entry of functions) await define(entry);
  for (const table of tables) if (!existing.has(keyOf(table))) await run(table.file.text);
  const pending = isNew ? [] : migrations.filter((migration) => !recorded.has(keyOf(migration)));
  const shadows = { live: store, cluster, log: log ?? createLogger("silent") };
  await (pending.length > 0 ? clearForMigrations(shadows) : removeDeadShadows(shadows));
  for (const view of views) {
    try {
      await define(view);
    } catch (error) {
      // It may read a column that a pending migration adds; it is recreated below.
      if (pending.length === 0) throw error;
      log?.debug({ view: view.name, reason: errorMessage(error) }, "the view waits for migrations");
    }
  }
  // A view keeps the columns and types that its tables had when it was created, so migrations recreate views: their
  // records are deleted first, so that an interrupted migration leaves no outdated view.
  const forgotten = pending.length === 0 ? [] : views.filter((view) => recorded.has(keyOf(view)));
  if (forgotten.length > 0)
    await record(
      store,
      forgotten.map((view) => ({ ...view, checksum: goneChecksum })),
    );
  for (const migration of pending) {
    for (const statement of statementsOf(migration.file.text)) await run(statement);
    // Together with the tables it changed: a stop before the next migration must not leave them looking edited.
    await record(store, [migration, ...tables.filter((table) => mentions(migration.file.text, table.name))]);
    log?.info({ migration: migration.name }, "migration applied");
  }
  if (pending.length > 0) for (const view of views) await run(view.file.text);
  const gone = await dropGone(recorded, { run, kept: [...functions, ...views] });
  // A new warehouse has the tables in their final form, so the migrations that led there are only noted.
  const changed = [...functions, ...tables, ...views, ...(isNew ? migrations : [])].filter(
    (entry) => !isRecorded(entry) || forgotten.includes(entry),
  );
  if (changed.length + gone.length > 0) await record(store, [...changed, ...gone]);
  const namesOf = (kind: Kind) =>
    [...changed, ...gone].filter((entry) => entry.kind === kind).map(({ name }) => name);
  const result = {
    functions: namesOf("function"),
    tables: tables.filter((table) => !recorded.has(keyOf(table))).map((table) => table.name),
    views: namesOf("view"),
    migrations: pending.map((migration) => migration.name),
  };
  const counts = Object.entries(result).map(([what, names]) => [what, names.length] as const);
  log?.info({ known_tables: tables.length, ...Object.fromEntries(counts) }, "warehouse migrated");
  return result;
}
