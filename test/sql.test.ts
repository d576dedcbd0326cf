import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { format } from "sql-formatter";
import { describe, expect, it } from "vitest";
import { listSql, loadModel, loadSql, sqlFolder } from "../lib/sql/file.ts";
import { listMigrations } from "../lib/sql/migrate.ts";

const files = listSql("");
const fragments = listSql("fragments");
const tables = listSql("tables");
const models = listSql("models");

function contentOf(path: string): string {
  return readFileSync(join(sqlFolder, path), "utf8");
}

/**
 * The words of a statement, without white space. sql-formatter decides how keywords are written; its line breaks are
 * not asked for, because it knows no column codecs (`codec (Delta, ZSTD (1))`) and takes pairs of multiIf apart.
 */
function wordsOf(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Columns between the outer brackets of a `create table`, one a line. */
function columnLines(text: string): string[] {
  const start = text.indexOf("(\n");
  const end = text.indexOf("\n)", start);
  return text
    .slice(start + 2, end)
    .split("\n")
    .map((line) => line.trim());
}

describe.each(files)("sql/%s", (path) => {
  it("is one statement without a semicolon", () => {
    expect(loadSql(path).text).not.toBe("");
    expect(
      fragments.includes(path) ||
        /^(alter|create|drop|insert|select|with) /.test(loadSql(path).text.replace("\n", " ")),
    ).toBe(true);
  });

  it("writes keywords in lower case", () => {
    const { text } = loadSql(path);
    const formatted = format(text, { language: "clickhouse", keywordCase: "lower" });
    expect(wordsOf(formatted)).toBe(wordsOf(text));
  });

  it("is laid out in steps of two spaces, up to 120 characters a line", () => {
    const content = contentOf(path);
    expect(content.endsWith("\n") && !content.endsWith("\n\n")).toBe(true);
    const lines = content.split("\n");
    const isWrong = (line: string): boolean =>
      /[ \t]$|\t/.test(line) ||
      (/^ */.exec(line)?.[0].length ?? 0) % 2 === 1 ||
      // A comment in a table is one literal, and a key of front matter one line.
      (line.length > 120 && !/comment '|^(?:reads|announces): /.test(line));
    expect(lines.filter(isWrong)).toEqual([]);
    expect(content).not.toMatch(/\n\n\n/);
  });

  it("averages nothing in the order of rows", () => {
    expect(loadSql(path).text).not.toMatch(/\bavg(If|Map|Weighted)*\(/);
  });
});

describe.each(tables)("sql/%s", (path) => {
  const { text } = loadSql(path);

  it("creates the table that the file is named after", () => {
    const name = /^create table if not exists (\w+) \(\n/.exec(text)?.[1];
    expect(name).toBe(basename(path, ".sql"));
    expect(name).toMatch(/^(app|dim|fct|int|raw)_[a-z0-9_]+$/);
  });

  it("has a comment on every column and says what one row is", () => {
    const columns = columnLines(text);
    expect(columns.length).toBeGreaterThan(0);
    expect(columns.filter((column) => !/^[a-z][a-z0-9_]* .* comment '(?:[^']|'')+'/.test(column))).toEqual(
      [],
    );
    expect(text).toMatch(/\ncomment 'One row per [^\n]+'$/);
  });

  it("keeps one row per key", () => {
    expect(text).toMatch(/\nengine = ReplacingMergeTree\(\w+\)\n/);
    expect(text).toMatch(/\norder by \(.+\)\n/);
  });
});

describe.each(fragments)("sql/%s", (path) => {
  it("says what it is and stands in several statements", () => {
    expect(contentOf(path)).toMatch(/^-- \w/);
    const users = files.filter((file) => contentOf(file).includes(`/* include ${path} */`));
    expect(users.length).toBeGreaterThan(1);
  });
});

describe("names", () => {
  it("of tables are used once", () => {
    const names = tables.map((path) => basename(path));
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(models)("model %s fills a table and reads tables", (path) => {
    const model = loadModel(path);
    const known = tables.map((table) => basename(table, ".sql"));
    expect(known).toContain(model.table);
    for (const read of model.reads) expect(known).toContain(read);
  });

  it("of migrations are numbered without a gap", () => {
    expect(listMigrations(sqlFolder).length).toBe(listSql("migrations").length);
  });
});
