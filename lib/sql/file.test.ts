import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { frontMatterOf, listOf, listSql, loadSql, parseModel, parseSql, readSql } from "./file.ts";
import { scanSql, stripComments } from "./scan.ts";

describe("scanSql", () => {
  it("finds placeholders in code only", () => {
    const sql =
      "select {a:UInt8}, '{b:UInt8};', `{c:UInt8}`, {d:Array(Nullable(String))} -- {e:UInt8};\n/* {f:UInt8}; */";
    expect(scanSql(sql).placeholders.map(({ name, type }) => [name, type])).toEqual([
      ["a", "UInt8"],
      ["d", "Array(Nullable(String))"],
    ]);
    expect(scanSql(sql).semicolons).toEqual([]);
  });

  it.each([
    ["select 1; drop table t", 8],
    ["select 'it''s'; select 1", 14],
    ["select '\\'; '; select 1", 13],
    ["select 1 -- a\n; select 2", 14],
  ])("finds the semicolon of %s", (sql, position) => {
    expect(scanSql(sql).semicolons).toEqual([position]);
  });

  it("is not led astray by an end of text inside a literal or a comment", () => {
    for (const sql of ["select 'a;", "select 1 /* ;", "select 1 -- ;", 'select "a\\'])
      expect(scanSql(sql).semicolons, sql).toEqual([]);
  });
});

describe("stripComments", () => {
  it("leaves code and literals", () => {
    expect(stripComments("select '--' /* x */ as a -- y\nfrom/**/t")).toBe("select '--'   as a  \nfrom t");
  });
});

describe("parseSql", () => {
  it("gives the statement and its placeholders once each", () => {
    expect(parseSql("x.sql", "-- about\nselect {a:UInt8} + {a:UInt8} + {b:Int8}\n")).toEqual({
      path: "x.sql",
      text: "select {a:UInt8} + {a:UInt8} + {b:Int8}",
      placeholders: [
        { name: "a", type: "UInt8" },
        { name: "b", type: "Int8" },
      ],
    });
  });

  it.each([
    ["select 1;", "one statement without a semicolon"],
    ["-- nothing", "there is no statement"],
    ["select {a:UInt8}, {a:Int8}", "{a} is both UInt8 and Int8"],
  ])("refuses %s", (content, message) => {
    expect(() => parseSql("x.sql", content)).toThrow(message);
  });
});

describe("parseModel", () => {
  const front =
    "/* ---\ngrain: network, day\nreads: [raw_a, raw_b]\nwindow: { unit: epoch, max: 225 }\n--- */\n";

  it("reads the front matter", () => {
    expect(
      parseModel("models/eth/fct_x.sql", `${front}insert into fct_x\nselect {from:UInt32} as a from raw_a`),
    ).toEqual({
      path: "models/eth/fct_x.sql",
      table: "fct_x",
      grain: ["network", "day"],
      reads: ["raw_a", "raw_b"],
      parameters: [{ name: "from", type: "UInt32" }],
      frontMatter: { grain: "network, day", reads: "[raw_a, raw_b]", window: "{ unit: epoch, max: 225 }" },
      sql: "insert into fct_x\nselect {from:UInt32} as a from raw_a",
    });
  });

  it.each([
    ["insert into fct_x select 1", "starts with its front matter"],
    ["/* ---\nreads: a\n--- */ insert into fct_x select 1", "needs `grain"],
    ["/* ---\ngrain: a\n--- */ insert into fct_x select 1", "needs `reads"],
    ["/* ---\ngrain\n--- */ insert into fct_x select 1", '"grain" is not `key: value`'],
    [`${front}insert into fct_y select 1`, "insert into fct_x"],
  ])("refuses %s", (content, message) => {
    expect(() => parseModel("models/eth/fct_x.sql", content)).toThrow(message);
  });
});

describe("frontMatterOf", () => {
  it("reads keys of a file, and lists with and without brackets", () => {
    const front = frontMatterOf("models/eth/fct_eth_proposal_slot.sql");
    expect(listOf(front.grain)).toEqual(["network", "slot"]);
    expect(listOf("[a, b]")).toEqual(listOf("a, b"));
    expect(listOf(front.no_such_key)).toEqual([]);
    expect(() => frontMatterOf("queries/app/keys.sql")).toThrow("starts with its front matter");
  });
});

describe("readSql", () => {
  const folder = mkdtempSync(join(tmpdir(), "sql-"));
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "fragments"));

  it("puts fragments in their places, as far indented", () => {
    write("fragments/fields.sql", "-- about\na as b,\nif(\n  c,\n  d\n) as e\n");
    write("whole.sql", "-- kept\nselect\n  /* include fragments/fields.sql */,\n  1 as f\n");
    expect(readSql("whole.sql", folder)).toBe(
      "-- kept\nselect\n  a as b,\n  if(\n    c,\n    d\n  ) as e,\n  1 as f\n",
    );
    expect(loadSql("whole.sql", folder).text).toContain("as e,");
  });

  it("refuses a fragment that is missing, empty or includes another one", () => {
    write("broken.sql", "select /* include fragments/none.sql */");
    expect(() => readSql("broken.sql", folder)).toThrow("sql/fragments/none.sql cannot be read");
    write("fragments/none.sql", "-- nothing\n");
    expect(() => readSql("broken.sql", folder)).toThrow("a fragment is a part of a statement");
    write("fragments/none.sql", "/* include fragments/fields.sql */, 1\n");
    expect(() => readSql("broken.sql", folder)).toThrow("includes no other one");
  });
});

describe("loadSql", () => {
  it("reads a file once and names one that is missing", () => {
    const path = "tables/app/app_migration.sql";
    expect(loadSql(path)).toBe(loadSql(path));
    expect(loadSql(path).text).toMatch(/^create table if not exists app_migration \(/);
    expect(() => loadSql("queries/none.sql")).toThrow("sql/queries/none.sql cannot be read");
    expect(listSql("tables/app")).toContain(path);
    expect(listSql("no_such_folder")).toEqual([]);
  });
});
