/** SQL files: one statement each, values as `{name:Type}`, checked when they are read and kept in memory. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { FatalError } from "../errors.ts";
import { scanSql, stripComments } from "./scan.ts";

/** The project's own folder of SQL. */
export const sqlFolder = join(import.meta.dirname, "../../sql");

export type SqlFile = {
  /** Path under the folder, with `/`. */
  path: string;
  /** The statement without comments. */
  text: string;
  /** Placeholders by name, in the order of their first use. */
  placeholders: readonly { name: string; type: string }[];
};

export type SqlModel = {
  path: string;
  /** The table that the model fills: the file's name. */
  table: string;
  /** Columns that identify a row. */
  grain: readonly string[];
  /** Tables that the statement reads. */
  reads: readonly string[];
  /** Placeholders of the statement. */
  parameters: readonly { name: string; type: string }[];
  /** Every key of the front matter, these included; `[a, b]` and `a, b` are both lists. */
  frontMatter: FrontMatter;
  sql: string;
};

function broken(path: string, problem: string): FatalError {
  return new FatalError(`sql/${path}: ${problem}`, { code: "bad_sql_file", meta: { path } });
}

function readSqlFile(folder: string, path: string): string {
  try {
    return readFileSync(join(folder, path), "utf8");
  } catch (error) {
    throw new FatalError(`sql/${path} cannot be read: create it, or correct the path where it is named`, {
      code: "bad_sql_file",
      cause: error,
      meta: { path },
    });
  }
}

const includePattern = /^( *)(.*?)\/\* include (fragments\/\S+\.sql) \*\//gm;

/**
 * The whole text of a file, with fragments in the place of `/* include fragments/….sql *\/`. A fragment comes without
 * its comments, each line as far indented as the one that includes it.
 * @throws FatalError `bad_sql_file`: a file or fragment is missing, or a fragment includes another one
 */
export function readSql(path: string, folder: string = sqlFolder): string {
  return readSqlFile(folder, path).replace(
    includePattern,
    (_, indent: string, before: string, name: string) => {
      const fragment = stripComments(readSqlFile(folder, name)).trim();
      if (fragment === "" || readSqlFile(folder, name).includes("/* include ")) {
        throw broken(name, "a fragment is a part of a statement, and includes no other one");
      }
      return indent + before + fragment.replaceAll("\n", `\n${indent}`);
    },
  );
}

function distinctPlaceholders(path: string, text: string): { name: string; type: string }[] {
  const types = new Map<string, string>();
  for (const { name, type } of scanSql(text).placeholders) {
    const previousType = types.get(name) ?? type;
    if (previousType !== type)
      throw broken(path, `{${name}} is both ${previousType} and ${type}: write one type, or two names`);
    types.set(name, type);
  }
  return [...types].map(([name, type]) => ({ name, type }));
}

/** Checks the text of a file at `path`. @throws FatalError `bad_sql_file` */
export function parseSql(path: string, content: string): SqlFile {
  const text = stripComments(content).trim();
  if (text === "") throw broken(path, "there is no statement: write one, or delete the file");
  if (scanSql(text).semicolons.length > 0)
    throw broken(path, "one statement without a semicolon is needed: give each its own file");
  return { path, text, placeholders: distinctPlaceholders(path, text) };
}

const files = new Map<string, SqlFile>();

/**
 * The SQL file at `path` under sql/, such as `queries/v1/eth/validator_proposals.sql`. Read once a process.
 * @throws FatalError `bad_sql_file`: no file, no statement, a semicolon, or a placeholder with two types
 */
export function loadSql(path: string, folder: string = sqlFolder): SqlFile {
  const key = join(folder, path);
  const cached = files.get(key);
  if (cached !== undefined) return cached;
  const file = parseSql(path, readSql(path, folder));
  files.set(key, file);
  return file;
}

/** The `key: value` lines of the comment that a file starts with. */
export type FrontMatter = Readonly<Record<string, string>>;

const frontMatterPattern = /^\s*\/\*\s*---\s*\n([\s\S]*?)\n\s*---\s*\*\//;

function parseFrontMatter(path: string, content: string): FrontMatter {
  const match = frontMatterPattern.exec(content);
  if (match === null) {
    throw broken(path, "the file starts with its front matter: /* ---, lines of `key: value`, --- */");
  }
  const entries: Record<string, string> = {};
  for (const line of (match[1] ?? "").split("\n")) {
    if (line.trim() === "") continue;
    const parts = /^\s*([A-Za-z_]+)\s*:\s*(.*?)\s*$/.exec(line);
    if (parts === null) throw broken(path, `"${line.trim()}" is not \`key: value\``);
    entries[parts[1] ?? ""] = parts[2] ?? "";
  }
  return entries;
}

/**
 * The front matter of the file at `path` under sql/: of a model, or of a table.
 * @throws FatalError `bad_sql_file`: no file, no front matter, or a line of it that is not `key: value`
 */
export function frontMatterOf(path: string, folder: string = sqlFolder): FrontMatter {
  return parseFrontMatter(path, readSqlFile(folder, path));
}

/** A value of front matter as a list: `[a, b]` and `a, b` are both accepted. */
export function listOf(value: string | undefined): string[] {
  if (value === undefined) return [];
  return value
    .replace(/^\[(.*)\]$/s, "$1")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Checks the text of a model. @throws FatalError `bad_sql_file` */
export function parseModel(path: string, content: string): SqlModel {
  const { text, placeholders } = parseSql(path, content);
  const frontMatter = parseFrontMatter(path, content);
  const [grain, reads] = [listOf(frontMatter.grain), listOf(frontMatter.reads)];
  if (grain.length === 0) throw broken(path, "the front matter needs `grain: column, …`");
  if (reads.length === 0) throw broken(path, "the front matter needs `reads: [table, …]`");
  const table = basename(path, ".sql");
  if (!new RegExp(`^insert\\s+into\\s+${table}\\b`, "i").test(text)) {
    throw broken(path, `the statement has to be \`insert into ${table} …\``);
  }
  return { path, table, grain, reads, parameters: placeholders, frontMatter, sql: text };
}

/**
 * The model at `path` under sql/, such as `models/eth/int_eth_epoch.sql`.
 * @throws FatalError `bad_sql_file`: as `loadSql`, or no front matter, or an insert into another table
 */
export function loadModel(path: string, folder: string = sqlFolder): SqlModel {
  return parseModel(path, readSql(path, folder));
}

/** Paths of all `.sql` files below `under`, sorted, for `loadSql`. No folder is no files. */
export function listSql(under: string, folder: string = sqlFolder): string[] {
  try {
    return readdirSync(join(folder, under), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".sql"))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
      .sort();
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return [];
    throw error;
  }
}
