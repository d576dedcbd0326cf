import { describe, expect } from "vitest";
import { it, type Project } from "../../test/support/migratedProject.ts";

const demo = "tables/x/demo.sql";
const later = "tables/y/later.sql";
const ofColumns = (name: string, columns: readonly string[]) =>
  `create table if not exists ${name} (\n${columns.map((line) => `  ${line}`).join(",\n")}\n)\nengine = MergeTree\norder by a`;
const first = ["a UInt8"];
const second = ["a UInt8", "b UInt8"];
const addColumn = (name: string) => `alter table ${name} add column if not exists b UInt8`;

async function columnsOf({ store }: Project, table: string): Promise<string[]> {
  return (await store.describe(`select * from ${table}`)).map((column) => column.name);
}

describe("a first migration that was killed halfway", () => {
  it("is finished by a newer version, whose migrations change what was there", async ({ project }) => {
    project.write(demo, ofColumns("demo", first));
    project.write(later, ofColumns("later", ["a NoSuchType"]));
    await expect(project.migrate()).rejects.toThrow("NoSuchType");
    expect(await columnsOf(project, "demo")).toEqual(["a"]);
    project.nextVersion({
      [demo]: ofColumns("demo", second),
      [later]: ofColumns("later", second),
      "migrations/0001_alter_demo.sql": addColumn("demo"),
      "migrations/0002_alter_later.sql": addColumn("later"),
    });
    expect((await project.migrate()).migrations).toEqual(["0001_alter_demo", "0002_alter_later"]);
    for (const table of ["demo", "later"]) expect(await columnsOf(project, table)).toEqual(["a", "b"]);
    expect((await project.migrate()).tables).toEqual([]);
  });

  it("is finished by the same version", async ({ project }) => {
    project.write(demo, ofColumns("demo", first));
    const view = "views/view_demo.sql";
    project.write(view, "create or replace view view_demo as select nothing from demo comment 'x'");
    await expect(project.migrate()).rejects.toThrow("nothing");
    project.nextVersion({ [view]: "create or replace view view_demo as select a from demo comment 'x'" });
    expect((await project.migrate()).views).toEqual(["view_demo"]);
  });

  it("and left no record is named, unless its tables are those of this version", async ({ project }) => {
    await project.store.command(ofColumns("demo", first));
    project.write(demo, ofColumns("demo", second));
    await expect(project.migrate()).rejects.toMatchObject({ code: "half_made" });
    await expect(project.migrate()).rejects.toThrow("other columns in demo");
    await project.store.command(addColumn("demo"));
    expect((await project.migrate()).tables).toEqual(["demo"]);
  });
});
