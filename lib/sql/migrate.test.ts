import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect } from "vitest";
import { it, type Project } from "../../test/support/migratedProject.ts";
import { listSql } from "./file.ts";
import { checksumOf, listMigrations, type MigrationResult, migrate } from "./migrate.ts";
import { listPlainViews } from "./plainViews.ts";

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

const twicePath = ({ twiceName }: Project) => `functions/${twiceName}.sql`;
const twice = ({ twiceName }: Project) => `create or replace function ${twiceName} as (value) -> value * 2`;
const demoView = ({ twiceName }: Project) =>
  `create or replace view view_demo as select ${twiceName}(a) as doubled from demo where a >= {least:UInt8} comment 'x'`;

async function functionsLike({ store }: Project, prefix: string): Promise<string[]> {
  const rows = await store.rows<{ name: string }>(
    "select name from system.functions where origin = 'SQLUserDefined' and startsWith(name, {prefix:String}) order by name",
    { prefix },
  );
  return rows.map(({ name }) => name);
}

async function doubled({ store }: Project, least = 0): Promise<number[]> {
  const rows = await store.rows<{ doubled: number }>(
    "select doubled from view_demo(least = {least:UInt8}) order by doubled",
    { least },
  );
  return rows.map((row) => row.doubled);
}

async function columnsOfDemo({ store }: Project): Promise<string[]> {
  return (await store.describe("select * from demo")).map((column) => column.name);
}

describe("migrate", () => {
  it("creates every table, function and view of the project and does nothing the second time", async ({
    project,
  }) => {
    const namesIn = (folder: string) => listSql(folder).map((path) => basename(path, ".sql"));
    const [tables, views] = [namesIn("tables"), allViews];
    expect(await migrate(project.store)).toEqual({
      functions: namesIn("functions"),
      tables,
      views,
      migrations: [],
    });
    const existing = await project.store.rows<{ name: string }>("show tables");
    expect(existing.map((row) => row.name).sort()).toEqual([...tables, ...views].sort());
    expect(await functionsLike(project, "va")).toEqual(namesIn("functions"));
    expect(await migrate(project.store)).toEqual(nothing);
  });

  it("runs no statement for a table, view or function that is there and as it was", async ({ project }) => {
    const statements: string[] = [];
    const counted = {
      ...project.store,
      command: async (sql: string) => {
        statements.push(sql.split(/\s+/).slice(0, 6).join(" "));
        await project.store.command(sql);
      },
    };
    project.write(demo, first);
    project.write(twicePath(project), twice(project));
    project.write("views/x/view_demo.sql", demoView(project));
    await migrate(counted, { folder: project.folder() });
    expect(statements.filter((text) => /demo/.test(text))).toHaveLength(3);
    statements.length = 0;
    await migrate(counted, { folder: project.folder() });
    expect(statements).toEqual([]);
  });

  it("accepts other white space and comments in a file", async ({ project }) => {
    project.write(demo, first);
    await project.migrate();
    project.nextVersion({ [demo]: `-- about demo\n${first.replaceAll(" ", "\n  ")}` });
    expect(await project.migrate()).toEqual(nothing);
  });

  it("refuses a changed file without a migration and says what to do", async ({ project }) => {
    project.write(demo, first);
    await project.migrate();
    project.nextVersion({ [demo]: second });
    await expect(project.migrate()).rejects.toMatchObject({
      code: "migration_needed",
      message: expect.stringMatching(/sql\/tables\/x\/demo\.sql was edited.*0001_alter_demo\.sql/s),
    });
    expect(await columnsOfDemo(project)).toEqual(["a"]);
  });

  it("runs a migration once and takes the changed file with it", async ({ project }) => {
    project.write(demo, first);
    await project.migrate();
    project.nextVersion({ [demo]: second, "migrations/0001_alter_demo.sql": addColumn });
    expect(await project.migrate()).toEqual({ ...nothing, migrations: ["0001_alter_demo"] });
    expect(await columnsOfDemo(project)).toEqual(["a", "b"]);
    expect(await project.migrate()).toEqual(nothing);
  });

  it("does not run old migrations on a new warehouse", async ({ project }) => {
    project.write(demo, second);
    project.write("migrations/0001_alter_demo.sql", addColumn);
    expect(await project.migrate()).toEqual({ ...nothing, tables: ["demo"] });
    expect(await project.migrate()).toEqual(nothing);
  });

  it("creates functions and views where tables stood before, and keeps their rows", async ({ project }) => {
    project.write(demo, first);
    await project.migrate();
    await project.store.command("insert into demo values (1), (2)");
    project.nextVersion({ [twicePath(project)]: twice(project), "views/x/view_demo.sql": demoView(project) });
    expect(await project.migrate()).toEqual({
      ...nothing,
      functions: [project.twiceName],
      views: ["view_demo"],
    });
    expect(await doubled(project, 2)).toEqual([4]);
    expect(await project.migrate()).toEqual(nothing);
  });

  it("replaces a function and the views it stands in, and drops what is gone", async ({ project }) => {
    project.write(demo, first);
    project.write(twicePath(project), twice(project));
    project.write("views/x/view_demo.sql", demoView(project));
    await project.migrate();
    await project.store.command("insert into demo values (1), (2)");
    project.nextVersion({ [twicePath(project)]: twice(project).replace("* 2", "* 20") });
    expect(await project.migrate()).toEqual({
      ...nothing,
      functions: [project.twiceName],
      views: ["view_demo"],
    });
    expect(await doubled(project)).toEqual([20, 40]);

    project.startAgain();
    project.write(demo, first);
    expect(await project.migrate()).toEqual({
      ...nothing,
      functions: [project.twiceName],
      views: ["view_demo"],
    });
    expect(await functionsLike(project, project.twiceName)).toEqual([]);
    expect(await project.store.rows("show tables like 'view_demo'")).toEqual([]);
    expect(await project.migrate()).toEqual(nothing);
    // And back again, as after a rollback.
    project.nextVersion({ [twicePath(project)]: twice(project), "views/x/view_demo.sql": demoView(project) });
    await project.migrate();
    expect(await doubled(project)).toEqual([2, 4]);
  });

  it("recreates what was dropped by others", async ({ project }) => {
    project.write(demo, first);
    project.write(twicePath(project), twice(project));
    project.write("views/x/view_demo.sql", demoView(project));
    await project.migrate();
    await project.store.command("drop view view_demo");
    await project.store.command(`drop function ${project.twiceName}`);
    expect(await project.migrate()).toEqual(nothing);
    expect(await doubled(project)).toEqual([]);
  });

  it("makes a view of a column that a migration adds, and lets migrations read views", async ({
    project,
  }) => {
    const plainView = "create or replace view view_demo as select a as doubled from demo";
    project.write(demo, first);
    project.write("views/x/view_demo.sql", plainView);
    await project.migrate();
    await project.store.command("insert into demo values (3)");
    project.nextVersion({
      [demo]: second,
      "views/x/view_demo.sql": `${plainView.replace("select a", "select a + b")} where b >= 0`,
      "migrations/0001_alter_demo.sql": addColumn,
      "migrations/0002_fill_demo.sql": "insert into demo select doubled + 1, 5 from view_demo",
    });
    expect((await project.migrate()).migrations).toEqual(["0001_alter_demo", "0002_fill_demo"]);
    const rows = await project.store.rows<{ doubled: number }>(
      "select doubled from view_demo order by doubled",
    );
    expect(rows.map((row) => row.doubled)).toEqual([3, 9]);
    expect(await project.migrate()).toEqual(nothing);
  });

  it("gives a view the types that a migration gave its table, also after a stop on the way", async ({
    project,
  }) => {
    project.write(demo, second);
    project.write("views/x/view_demo.sql", "create or replace view view_demo as select b from demo");
    await project.migrate();
    project.nextVersion({
      [demo]: second.replace("b UInt8", "b UInt32"),
      "migrations/0001_alter_demo.sql": "alter table demo modify column b UInt32",
      "views/x/view_a.sql": "create or replace view view_a as select no_such_column from demo",
    });
    await expect(project.migrate()).rejects.toMatchObject({ kind: "store" });
    project.nextVersion({ "views/x/view_a.sql": "create or replace view view_a as select a from demo" });
    expect(await project.migrate()).toEqual({ ...nothing, views: ["view_a", "view_demo"] });
    expect(await project.store.describe("select * from view_demo")).toEqual([{ name: "b", type: "UInt32" }]);
    expect(await project.migrate()).toEqual(nothing);
    await project.store.command("drop view view_a");
  });

  it("takes a warehouse of the version before functions and views", async ({ project }) => {
    const before =
      "create table app_migration (kind Enum8('table' = 1, 'migration' = 2), name String, checksum FixedString(64), " +
      "recorded_at DateTime64(3, 'UTC')) engine = ReplacingMergeTree(recorded_at) order by (kind, name)";
    await project.store.command(before);
    await project.store.command(
      "insert into app_migration select 'table', 'app_migration', repeat('0', 64), toDateTime64(0, 3, 'UTC')",
    );
    const result = await migrate(project.store);
    expect(result.migrations).toContain("0014_alter_app_migration");
    expect(result.views).toEqual(allViews);
    expect(await migrate(project.store)).toEqual(nothing);
  });

  it("goes on after the migration that failed", async ({ project }) => {
    project.write(demo, first);
    await project.migrate();
    project.nextVersion({
      [demo]: second,
      "migrations/0001_alter_demo.sql": addColumn,
      "migrations/0002_alter_other.sql": "alter table no_such_table drop column a",
    });
    await expect(project.migrate()).rejects.toMatchObject({ kind: "store" });
    project.nextVersion({ "migrations/0002_alter_other.sql": "alter table demo add column c UInt8" });
    expect((await project.migrate()).migrations).toEqual(["0002_alter_other"]);
    expect(await columnsOfDemo(project)).toEqual(["a", "b", "c"]);
  });

  it("refuses a migration that was edited or is gone", async ({ project }) => {
    project.write(demo, first);
    project.write("migrations/0001_alter_demo.sql", addColumn);
    await project.migrate();
    project.nextVersion({ "migrations/0001_alter_demo.sql": "alter table demo add column c UInt8" });
    await expect(project.migrate()).rejects.toThrow("0001_alter_demo.sql was edited after it ran here");
    rmSync(join(project.folder(), "migrations"), { recursive: true });
    await expect(project.migrate()).rejects.toThrow("has seen migration 0001_alter_demo");
  });

  it.for([
    ["0002_alter_demo"],
    ["0001_alter_demo", "0001_alter_other"],
    ["0001_alter_demo", "0003_alter_demo"],
    ["1_alter_demo"],
    ["0001_alter"],
  ])("refuses migrations named %j", (names, { project }) => {
    for (const name of names) project.write(`migrations/${name}.sql`, "select 1");
    expect(() => listMigrations(project.folder())).toThrow(
      /the next migration is named 000\d_<verb>_<object>\.sql/,
    );
  });
});

describe("checksumOf", () => {
  it("depends on words only", () => {
    expect(checksumOf("select  1\n")).toBe(checksumOf("select 1"));
    expect(checksumOf("select 1")).not.toBe(checksumOf("select 2"));
    expect(checksumOf("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });
});
