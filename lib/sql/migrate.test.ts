import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "../logger.ts";
import { createEmbeddedStore } from "../store/embedded.ts";
import { listSql, loadSql } from "./file.ts";
import { checksumOf, listMigrations, migrate, toClusterStatement } from "./migrate.ts";

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

const demo = "tables/x/demo.sql";
const first = "create table if not exists demo (a UInt8) engine = MergeTree order by a";
const second = "create table if not exists demo (a UInt8, b UInt8) engine = MergeTree order by a";
const addColumn = "alter table demo add column b UInt8";

async function columnsOfDemo(): Promise<string[]> {
  return (await store.describe("select * from demo")).map((column) => column.name);
}

describe("migrate", () => {
  it("creates every table of the project and does nothing the second time", async () => {
    const names = listSql("tables").map((path) => basename(path, ".sql"));
    expect((await migrate(store)).tables).toEqual(names);
    const existing = await store.rows<{ name: string }>("show tables");
    expect(existing.map((row) => row.name).sort()).toEqual([...names].sort());
    expect(await migrate(store)).toEqual({ tables: [], migrations: [] });
  });

  it("accepts other white space and comments in a file", async () => {
    write(demo, first);
    await migrate(store, { folder });
    nextVersion({ [demo]: `-- about demo\n${first.replaceAll(" ", "\n  ")}` });
    expect(await migrate(store, { folder })).toEqual({ tables: [], migrations: [] });
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
    expect(await migrate(store, { folder })).toEqual({ tables: [], migrations: ["0001_alter_demo"] });
    expect(await columnsOfDemo()).toEqual(["a", "b"]);
    expect(await migrate(store, { folder })).toEqual({ tables: [], migrations: [] });
  });

  it("does not run old migrations on a new warehouse", async () => {
    write(demo, second);
    write("migrations/0001_alter_demo.sql", addColumn);
    expect(await migrate(store, { folder })).toEqual({ tables: ["demo"], migrations: [] });
    expect(await migrate(store, { folder })).toEqual({ tables: [], migrations: [] });
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

describe("statements for a cluster", () => {
  it.each(listSql("tables"))("replicates %s", async (path) => {
    const statement = toClusterStatement(loadSql(path).text, "analytics");
    expect(statement).toMatch(/^create table if not exists \w+ on cluster 'analytics' \(/);
    expect(statement).toMatch(/engine = Replicated\w*MergeTree/);
    const tree = await store.text(`explain ast ${statement}`);
    expect(tree).toContain("CreateQuery");
    expect(tree).toContain("Replicated");
  });

  it("changes alter and leaves insert alone", () => {
    expect(toClusterStatement("alter table t add column a UInt8", "c")).toBe(
      "alter table t on cluster 'c' add column a UInt8",
    );
    expect(toClusterStatement("insert into t select 1", "c")).toBe("insert into t select 1");
  });

  it("drops several tables everywhere", () => {
    expect(toClusterStatement("drop table if exists a,\n  b , c sync", "c")).toBe(
      "drop table if exists a,\n  b , c on cluster 'c' sync",
    );
  });

  it.each(listSql("migrations"))(
    "has %s change tables everywhere, and replicate what it creates",
    async (path) => {
      const { text } = loadSql(path);
      const statement = toClusterStatement(text, "analytics");
      expect(/ on cluster 'analytics'/.test(statement)).toBe(!text.startsWith("insert "));
      expect(/engine = Replicated\w*MergeTree/.test(statement)).toBe(text.startsWith("create table "));
      await expect(store.text(`explain ast ${statement}`)).resolves.not.toBe("");
    },
  );
});

describe("checksumOf", () => {
  it("depends on words only", () => {
    expect(checksumOf("select  1\n")).toBe(checksumOf("select 1"));
    expect(checksumOf("select 1")).not.toBe(checksumOf("select 2"));
    expect(checksumOf("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });
});
