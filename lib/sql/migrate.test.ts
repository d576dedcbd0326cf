import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "../logger.ts";
import { createEmbeddedStore } from "../store/embedded.ts";
import { listSql, loadSql } from "./file.ts";
import { checksumOf, listMigrations, type MigrationResult, migrate } from "./migrate.ts";
import { listPlainViews } from "./plainViews.ts";

const root = mkdtempSync(join(tmpdir(), "migrate-"));
const store = createEmbeddedStore({ path: join(root, "warehouse"), log: createLogger("silent") });
let folder = "";

afterAll(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  // A folder of its own each time, since files are read once a process.
  folder = mkdtempSync(join(root, "sql-"));
  await store.command("drop table if exists app_migration sync");
  await store.command("drop table if exists demo sync");
  await store.command("drop view if exists view_demo");
  await store.command("drop function if exists demoTwice");
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** The same project at a later commit: copies what there is to a new folder. */
function nextVersion(changes: Record<string, string>): void {
  const before = listSql("", folder).map((path) => [path, loadSql(path, folder).text] as const);
  folder = mkdtempSync(join(root, "sql-"));
  for (const [path, text] of before) write(path, text);
  for (const [path, text] of Object.entries(changes)) write(path, text);
}

/** Of the project: the plain ones of its tables, and those that are files. */
const allViews = [
  ...listPlainViews().map(({ name }) => name),
  ...listSql("views").map((path) => basename(path, ".sql")),
];
const nothing: MigrationResult = { functions: [], tables: [], views: [], migrations: [] };
const demo = "tables/x/demo.sql";
const first = "create table if not exists demo (a UInt8) engine = MergeTree order by a";
const second = "create table if not exists demo (a UInt8, b UInt8) engine = MergeTree order by a";
const addColumn = "alter table demo add column b UInt8";

const twice = "create or replace function demoTwice as (value) -> value * 2";
const demoView =
  "create or replace view view_demo as select demoTwice(a) as doubled from demo where a >= {least:UInt8} comment 'x'";

async function functionsLike(prefix: string): Promise<string[]> {
  const rows = await store.rows<{ name: string }>(
    "select name from system.functions where origin = 'SQLUserDefined' and startsWith(name, {prefix:String}) order by name",
    { prefix },
  );
  return rows.map(({ name }) => name);
}

async function doubled(least = 0): Promise<number[]> {
  const rows = await store.rows<{ doubled: number }>(
    "select doubled from view_demo(least = {least:UInt8}) order by doubled",
    { least },
  );
  return rows.map((row) => row.doubled);
}

async function columnsOfDemo(): Promise<string[]> {
  return (await store.describe("select * from demo")).map((column) => column.name);
}

describe("migrate", () => {
  it("creates every table, function and view of the project and does nothing the second time", async () => {
    const namesIn = (folder: string) => listSql(folder).map((path) => basename(path, ".sql"));
    const [tables, views] = [namesIn("tables"), allViews];
    expect(await migrate(store)).toEqual({ functions: namesIn("functions"), tables, views, migrations: [] });
    const existing = await store.rows<{ name: string }>("show tables");
    expect(existing.map((row) => row.name).sort()).toEqual([...tables, ...views].sort());
    expect(await functionsLike("va")).toEqual(namesIn("functions"));
    expect(await migrate(store)).toEqual(nothing);
  });

  it("runs no statement for a table, view or function that is there and as it was", async () => {
    const statements: string[] = [];
    const counted = {
      ...store,
      command: async (sql: string) => {
        statements.push(sql.split(/\s+/).slice(0, 6).join(" "));
        await store.command(sql);
      },
    };
    write(demo, first);
    write("functions/demoTwice.sql", twice);
    write("views/x/view_demo.sql", demoView);
    await migrate(counted, { folder });
    expect(statements.filter((text) => /demo/.test(text))).toHaveLength(3);
    statements.length = 0;
    await migrate(counted, { folder });
    expect(statements).toEqual([
      "create table if not exists app_migration",
      "create table if not exists app_migration_lease",
    ]);
  });

  it("accepts other white space and comments in a file", async () => {
    write(demo, first);
    await migrate(store, { folder });
    nextVersion({ [demo]: `-- about demo\n${first.replaceAll(" ", "\n  ")}` });
    expect(await migrate(store, { folder })).toEqual(nothing);
  });

  it("refuses a changed file without a migration and says what to do", async () => {
    write(demo, first);
    await migrate(store, { folder });
    nextVersion({ [demo]: second });
    await expect(migrate(store, { folder })).rejects.toMatchObject({
      code: "migration_needed",
      message: expect.stringMatching(/sql\/tables\/x\/demo\.sql was edited.*0001_alter_demo\.sql/s),
    });
    expect(await columnsOfDemo()).toEqual(["a"]);
  });

  it("runs a migration once and takes the changed file with it", async () => {
    write(demo, first);
    await migrate(store, { folder });
    nextVersion({ [demo]: second, "migrations/0001_alter_demo.sql": addColumn });
    expect(await migrate(store, { folder })).toEqual({ ...nothing, migrations: ["0001_alter_demo"] });
    expect(await columnsOfDemo()).toEqual(["a", "b"]);
    expect(await migrate(store, { folder })).toEqual(nothing);
  });

  it("does not run old migrations on a new warehouse", async () => {
    write(demo, second);
    write("migrations/0001_alter_demo.sql", addColumn);
    expect(await migrate(store, { folder })).toEqual({ ...nothing, tables: ["demo"] });
    expect(await migrate(store, { folder })).toEqual(nothing);
  });

  it("creates functions and views where tables stood before, and keeps their rows", async () => {
    write(demo, first);
    await migrate(store, { folder });
    await store.command("insert into demo values (1), (2)");
    nextVersion({ "functions/demoTwice.sql": twice, "views/x/view_demo.sql": demoView });
    expect(await migrate(store, { folder })).toEqual({
      ...nothing,
      functions: ["demoTwice"],
      views: ["view_demo"],
    });
    expect(await doubled(2)).toEqual([4]);
    expect(await migrate(store, { folder })).toEqual(nothing);
  });

  it("replaces a function and the views it stands in, and drops what is gone", async () => {
    write(demo, first);
    write("functions/demoTwice.sql", twice);
    write("views/x/view_demo.sql", demoView);
    await migrate(store, { folder });
    await store.command("insert into demo values (1), (2)");
    nextVersion({ "functions/demoTwice.sql": twice.replace("* 2", "* 20") });
    expect(await migrate(store, { folder })).toEqual({
      ...nothing,
      functions: ["demoTwice"],
      views: ["view_demo"],
    });
    expect(await doubled()).toEqual([20, 40]);

    folder = mkdtempSync(join(root, "sql-"));
    write(demo, first);
    expect(await migrate(store, { folder })).toEqual({
      ...nothing,
      functions: ["demoTwice"],
      views: ["view_demo"],
    });
    expect(await functionsLike("demo")).toEqual([]);
    expect(await store.rows("show tables like 'view_demo'")).toEqual([]);
    expect(await migrate(store, { folder })).toEqual(nothing);
    // And back again, as after a rollback.
    nextVersion({ "functions/demoTwice.sql": twice, "views/x/view_demo.sql": demoView });
    await migrate(store, { folder });
    expect(await doubled()).toEqual([2, 4]);
  });

  it("creates again what was taken away behind its back", async () => {
    write(demo, first);
    write("functions/demoTwice.sql", twice);
    write("views/x/view_demo.sql", demoView);
    await migrate(store, { folder });
    await store.command("drop view view_demo");
    await store.command("drop function demoTwice");
    expect(await migrate(store, { folder })).toEqual(nothing);
    expect(await doubled()).toEqual([]);
  });

  it("makes a view of a column that a migration adds, and lets migrations read views", async () => {
    const plainView = "create or replace view view_demo as select a as doubled from demo";
    write(demo, first);
    write("views/x/view_demo.sql", plainView);
    await migrate(store, { folder });
    await store.command("insert into demo values (3)");
    nextVersion({
      [demo]: second,
      "views/x/view_demo.sql": `${plainView.replace("select a", "select a + b")} where b >= 0`,
      "migrations/0001_alter_demo.sql": addColumn,
      "migrations/0002_fill_demo.sql": "insert into demo select doubled + 1, 5 from view_demo",
    });
    expect((await migrate(store, { folder })).migrations).toEqual(["0001_alter_demo", "0002_fill_demo"]);
    const rows = await store.rows<{ doubled: number }>("select doubled from view_demo order by doubled");
    expect(rows.map((row) => row.doubled)).toEqual([3, 9]);
    expect(await migrate(store, { folder })).toEqual(nothing);
  });

  it("gives a view the types that a migration gave its table, also after a stop on the way", async () => {
    write(demo, second);
    write("views/x/view_demo.sql", "create or replace view view_demo as select b from demo");
    await migrate(store, { folder });
    nextVersion({
      [demo]: second.replace("b UInt8", "b UInt32"),
      "migrations/0001_alter_demo.sql": "alter table demo modify column b UInt32",
      "views/x/view_a.sql": "create or replace view view_a as select no_such_column from demo",
    });
    await expect(migrate(store, { folder })).rejects.toMatchObject({ kind: "store" });
    nextVersion({ "views/x/view_a.sql": "create or replace view view_a as select a from demo" });
    expect(await migrate(store, { folder })).toEqual({ ...nothing, views: ["view_a", "view_demo"] });
    expect(await store.describe("select * from view_demo")).toEqual([{ name: "b", type: "UInt32" }]);
    expect(await migrate(store, { folder })).toEqual(nothing);
    await store.command("drop view view_a");
  });

  it("takes a warehouse of the version before functions and views", async () => {
    const before =
      "create table app_migration (kind Enum8('table' = 1, 'migration' = 2), name String, checksum FixedString(64), " +
      "recorded_at DateTime64(3, 'UTC')) engine = ReplacingMergeTree(recorded_at) order by (kind, name)";
    await store.command(before);
    await store.command(
      "insert into app_migration select 'table', 'app_migration', repeat('0', 64), toDateTime64(0, 3, 'UTC')",
    );
    const result = await migrate(store);
    expect(result.migrations).toContain("0014_alter_app_migration");
    expect(result.views).toEqual(allViews);
    expect(await migrate(store)).toEqual(nothing);
  });

  it("goes on after the migration that failed", async () => {
    write(demo, first);
    await migrate(store, { folder });
    nextVersion({
      [demo]: second,
      "migrations/0001_alter_demo.sql": addColumn,
      "migrations/0002_alter_other.sql": "alter table no_such_table drop column a",
    });
    await expect(migrate(store, { folder })).rejects.toMatchObject({ kind: "store" });
    nextVersion({ "migrations/0002_alter_other.sql": "alter table demo add column c UInt8" });
    expect((await migrate(store, { folder })).migrations).toEqual(["0002_alter_other"]);
    expect(await columnsOfDemo()).toEqual(["a", "b", "c"]);
  });

  it("refuses a migration that was edited or is gone", async () => {
    write(demo, first);
    write("migrations/0001_alter_demo.sql", addColumn);
    await migrate(store, { folder });
    nextVersion({ "migrations/0001_alter_demo.sql": "alter table demo add column c UInt8" });
    await expect(migrate(store, { folder })).rejects.toThrow(
      "0001_alter_demo.sql was edited after it ran here",
    );
    rmSync(join(folder, "migrations"), { recursive: true });
    await expect(migrate(store, { folder })).rejects.toThrow("has seen migration 0001_alter_demo");
  });

  it.each([
    [["0002_alter_demo"]],
    [["0001_alter_demo", "0001_alter_other"]],
    [["0001_alter_demo", "0003_alter_demo"]],
    [["1_alter_demo"]],
    [["0001_alter"]],
  ])("refuses migrations named %j", (names) => {
    for (const name of names) write(`migrations/${name}.sql`, "select 1");
    expect(() => listMigrations(folder)).toThrow(/the next migration is named 000\d_<verb>_<object>\.sql/);
  });
});

describe("checksumOf", () => {
  it("depends on words only", () => {
    expect(checksumOf("select  1\n")).toBe(checksumOf("select 1"));
    expect(checksumOf("select 1")).not.toBe(checksumOf("select 2"));
    expect(checksumOf("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });
});
