/**
 * A table's file: its columns, read from the `create table`, and its front matter. So TypeScript doesn't repeat the DDL.
 * Reads the layout that test/sql.test.ts requires: a column per line.
 */
import { basename, dirname } from "node:path";
import { FatalError } from "../errors.ts";
import { frontMatterOf, listSql, loadSql } from "./file.ts";

export type SqlColumn = {
  name: string;
  /** In its written form, such as `LowCardinality(String)`. */
  type: string;
  /** Absent where rows bring the value. `alias` and `materialized` columns can't be inserted. */
  default?: { kind: "default" | "materialized" | "alias"; expression: string };
  comment: string;
};

export type SqlTable = {
  table: string;
  /** The file's folder: a family of chains, or `app`. */
  family: string;
  columns: readonly SqlColumn[];
  frontMatter: Readonly<Record<string, string>>;
};

function broken(table: string, problem: string): FatalError {
  return new FatalError(`Table ${table}: ${problem}`, { code: "bad_table", meta: { table } });
}

/** The end of the type at the start of a text: the first space outside of brackets. */
function typeEnd(text: string): number {
  let depth = 0;
  for (let position = 0; position < text.length; position += 1) {
    if (text[position] === "(") depth += 1;
    else if (text[position] === ")") depth -= 1;
    else if (text[position] === " " && depth === 0) return position;
  }
  return text.length;
}

const afterType =
  /^(?: (default|materialized|alias) (.+?))?(?: comment '((?:[^']|'')*)')?(?: codec\(.*\))?,?$/;

/** The columns of a `create table`, in its order. @throws FatalError `bad_table` */
export function parseColumns(table: string, statement: string): SqlColumn[] {
  const body = /^create table if not exists \w+ \(\n([\s\S]*?)\n\)\n/.exec(statement)?.[1];
  if (body === undefined) throw broken(table, "the file is not a `create table` with a column a line");
  return body.split("\n").map((line) => {
    const [, name, definition] = /^\s*(\w+) (.+)$/.exec(line) ?? [];
    const text = (definition ?? "").trimEnd();
    const end = typeEnd(text.replace(/,$/, ""));
    const rest = afterType.exec(text.slice(end));
    if (name === undefined || rest === null)
      throw broken(table, `the column "${line.trim()}" is not understood`);
    const [, kind, expression, comment] = rest;
    return {
      name,
      type: text.slice(0, end),
      ...(kind === undefined
        ? {}
        : { default: { kind: kind as "default" | "materialized" | "alias", expression: expression ?? "" } }),
      comment: (comment ?? "").replaceAll("''", "'"),
    };
  });
}

const tables = new Map<string, SqlTable>();

function readTable(path: string): SqlTable {
  const table = basename(path, ".sql");
  const cached = tables.get(table);
  if (cached !== undefined) return cached;
  const read: SqlTable = {
    table,
    family: basename(dirname(path)),
    columns: parseColumns(table, loadSql(path).text),
    frontMatter: frontMatterOf(path),
  };
  tables.set(table, read);
  return read;
}

let paths: Map<string, string> | undefined;

/** A table by its name. Read once a process. @throws FatalError `bad_table` when there is no such file */
export function loadTable(table: string): SqlTable {
  const cached = tables.get(table);
  if (cached !== undefined) return cached;
  paths ??= new Map(listSql("tables").map((path) => [basename(path, ".sql"), path]));
  const path = paths.get(table);
  if (path === undefined) throw broken(table, "no file under sql/tables is named after it");
  return readTable(path);
}

/** The tables of a family, by name. A family without tables has no folder. */
export function listTables(family: string): SqlTable[] {
  return listSql(`tables/${family}`).map(readTable);
}
