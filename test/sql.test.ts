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
 * not used, because it knows no column codecs (`codec (Delta, ZSTD (1))`) and takes pairs of multiIf apart.
 */
function wordsOf(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Names of types and engines, which begin with a capital. */
const capitalNames =
  /^(?:Enum8|U?Int\d+|Float\d+|Decimal\d*|(?:Fixed)?String|Date(?:Time)?(?:32|64)?|Nullable|Array|Tuple|Map|LowCardinality|Bool|ReplacingMergeTree|MergeTree|ZSTD|Delta|DoubleDelta|T64|LZ4|UTC)$/;

/** False where every capitalized word outside of literals is such a name: the formatter is slow. */
function mayHaveCapitals(text: string): boolean {
  const words = text.replace(/'(?:[^'\\]|\\.|'')*'/g, "").match(/(?<![\w.])[A-Z]\w*/g) ?? [];
  return words.some((word) => !capitalNames.test(word));
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
    const { text } = loadSql(path);
    expect(text, `sql/${path} holds no statement`).not.toBe("");
    if (!fragments.includes(path))
      expect(text, `sql/${path} begins with another word than a statement`).toMatch(
        /^(alter|create|drop|insert|select|with)\s/,
      );
  });

  it("writes keywords in lower case", () => {
    const { text } = loadSql(path);
    if (!mayHaveCapitals(text)) return;
    const lower = wordsOf(format(text, { language: "clickhouse", keywordCase: "lower" }));
    const words = wordsOf(text);
    const at = [...words].findIndex((character, place) => character !== lower[place]);
    const about = `sql/${path}: write the keyword in lower case near "${words.slice(Math.max(0, at - 20), at + 20)}"`;
    expect(lower === words, about).toBe(true);
  });

  it("is laid out in steps of two spaces, up to 120 characters a line", () => {
    const content = contentOf(path);
    expect(content, `sql/${path} must end with one line break`).toMatch(/[^\n]\n$/);
    const lines = content.split("\n");
    const isWrong = (line: string): boolean =>
      /[ \t]$|\t/.test(line) ||
      (/^ */.exec(line)?.[0].length ?? 0) % 2 === 1 ||
      // A comment in a table is one literal, and a key of front matter one line.
      (line.length > 120 && !/comment (?:column \w+ )?'|^(?:reads|announces): /.test(line));
    const places = lines.flatMap((line, place) => (isWrong(line) ? [`${place + 1}: ${line}`] : []));
    expect(
      places,
      `sql/${path}: lines with tabs, odd indentation, trailing spaces or over 120 characters`,
    ).toEqual([]);
    expect(/\n\n\n/.test(content), `sql/${path} has two empty lines in a row`).toBe(false);
  });

  it("averages nothing in the order of rows", () => {
    const average = /\bavg(If|Map|Weighted)*\([^\n]*/.exec(loadSql(path).text)?.[0];
    expect(
      average,
      `sql/${path}: avg() depends on the order of rows; divide a sum of integers by a count`,
    ).toBeUndefined();
  });
});

describe.each(tables)("sql/%s", (path) => {
  const { text } = loadSql(path);

  it("creates the table that the file is named after", () => {
    const name = /^create table if not exists (\w+) \(\n/.exec(text)?.[1];
    expect(name, `sql/${path}: the name in \`create table if not exists\``).toBe(basename(path, ".sql"));
    expect(name, `sql/${path}: the name's layer`).toMatch(/^(app|dim|fct|int|raw)_[a-z0-9_]+$/);
  });

  it("has a comment on every column and says what one row is", () => {
    const columns = columnLines(text);
    expect(columns.length, `sql/${path}: columns, one a line`).toBeGreaterThan(0);
    const without = columns.filter((column) => !/^[a-z][a-z0-9_]* .* comment '(?:[^']|'')+'/.test(column));
    expect(without, `sql/${path}: columns without \`comment '…'\``).toEqual([]);
    expect(text.split("\n").at(-1), `sql/${path}: the last line, the table's comment`).toMatch(
      /^comment 'One row per .+'$/,
    );
  });

  it("keeps one row per key", () => {
    const engine = /^engine = .*$/m.exec(text)?.[0];
    expect(engine, `sql/${path}: the engine`).toMatch(/^engine = ReplacingMergeTree\(\w+\)$/);
    const key = /^order by .*$/m.exec(text)?.[0];
    expect(key, `sql/${path}: the key, on one line`).toMatch(/^order by \(.+\)$/);
  });
});

describe.each(fragments)("sql/%s", (path) => {
  it("has a comment and is included in several statements", () => {
    expect(contentOf(path).split("\n")[0], `sql/${path}: the first line, a comment`).toMatch(/^-- \w/);
    const users = files.filter((file) => contentOf(file).includes(`/* include ${path} */`));
    expect(users.length, `files that include sql/${path}: ${users.join(", ")}`).toBeGreaterThan(1);
  });
});

describe("names", () => {
  it("of tables are used once", () => {
    const names = tables.map((path) => basename(path));
    const repeated = tables.filter(
      (path) => names.indexOf(basename(path)) !== names.lastIndexOf(basename(path)),
    );
    expect(repeated, "files of sql/tables with the same name").toEqual([]);
  });

  it.each(models)("model %s fills a table and reads tables", (path) => {
    const model = loadModel(path);
    const tableNames = tables.map((table) => basename(table, ".sql"));
    const unknown = [model.table, ...model.reads].filter((table) => !tableNames.includes(table));
    expect(unknown, `sql/${path}: names in its front matter without a file in sql/tables`).toEqual([]);
  });

  it("of migrations are numbered without a gap", () => {
    // It throws with the name that is expected.
    expect(listMigrations(sqlFolder).length).toBe(listSql("migrations").length);
  });
});
