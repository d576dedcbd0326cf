/**
 * The data dictionary: the descriptions of tables, views, functions and example questions in the files of sql/, and
 * which of them are computed from which. Tables of keys, usage and private sets (`app_*`) are excluded.
 */
import { basename, dirname } from "node:path";
import { aboutOf, splitExample } from "./comments.ts";
import { listSql, loadModel, loadSql } from "./file.ts";
import { listPlainViews } from "./plainViews.ts";
import { loadTable, type SqlColumn, type SqlTable } from "./table.ts";

export type Layer = "raw" | "int" | "dim" | "fct";

export type DictionaryTable = {
  name: string;
  layer: Layer;
  /** Family of chains: the folder of its file. */
  chain: string;
  /** The meaning of one row. */
  grain: string;
  /** The view that reads it with `final`; null: read the table with `final`. */
  view: string | null;
  /** The columns that identify a row, in the order of the key. */
  key: string[];
  partition: string | null;
  /** The column with the heights of a row, or `none`. */
  height: string;
  keep: { kind: string; meaning: string };
  fedBy: { kind: "topic" | "model" | "stage"; name: string };
  columns: SqlColumn[];
  /** Tables that its model reads; none where another stage than a model writes it. */
  reads: string[];
  readBy: { tables: string[]; views: string[]; operations: string[]; examples: string[] };
};

export type DictionaryView = {
  name: string;
  chain: string;
  grain: string;
  about: string;
  parameters: { name: string; type: string }[];
  example: string;
  reads: string[];
};

export type DictionaryFunction = { name: string; about: string; arguments: string[]; example: string };

export type DictionaryExample = {
  name: string;
  chain: string;
  question: string;
  notes: string;
  sql: string;
  /** Tables that it reads, by their own names. */
  reads: string[];
};

export type Dictionary = {
  tables: DictionaryTable[];
  views: DictionaryView[];
  functions: DictionaryFunction[];
  examples: DictionaryExample[];
};

/** Statements that answer operations of the API, by the operation: paths below sql/. */
export type OperationFiles = Readonly<Record<string, readonly string[]>>;

/** Texts for `keep` in front matter; settings that end in _KEEP_…_DAYS have the number of days. */
const keepMeanings: Readonly<Record<string, string>> = {
  forever: "forever",
  raw: "for <CHAIN>_KEEP_RAW_DAYS",
  epoch: "for <CHAIN>_KEEP_EPOCH_DAYS",
  day: "for <CHAIN>_KEEP_DAY_DAYS, by default forever",
  span: "two days",
};

const nameOf = (path: string) => basename(path, ".sql");
const chainOf = (path: string) => basename(dirname(path));
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** Text between the brackets that open after `start`, split at its outer commas. */
function listAfter(text: string, start: RegExp): string[] | undefined {
  const match = start.exec(text);
  if (match === null) return undefined;
  const parts = [""];
  let depth = 1;
  for (const character of text.slice(match.index + match[0].length)) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth === 0) break;
    if (character === "," && depth === 1) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

function fedByOf(source: string): DictionaryTable["fedBy"] {
  const [kind = "", name = ""] = source.split(" ");
  if (kind === "topic") return { kind, name };
  return kind === "model" ? { kind, name: "" } : { kind: "stage", name: kind };
}

function grainOf(statement: string): string {
  return /\ncomment '((?:[^']|'')*)'$/.exec(statement)?.[1]?.replaceAll("''", "'") ?? "";
}

type Named = { names: ReadonlySet<string>; tableOf: ReadonlyMap<string, string> };

/** Tables that a statement names, itself or by their plain views or a view of ours. */
function tablesIn(text: string, { names, tableOf }: Named): string[] {
  return sorted(
    [...text.matchAll(/\b[a-z][a-z0-9_]+\b/g)].flatMap(([word]) =>
      names.has(word) ? [word] : (tableOf.get(word) ?? []),
    ),
  );
}

function toTable(table: SqlTable, path: string, view: string | undefined, named: Named): DictionaryTable {
  const { text } = loadSql(path);
  const { frontMatter } = table;
  const keep = frontMatter.keep ?? "";
  const modelPath = `models/${table.family}/${table.table}.sql`;
  const reads = listSql(`models/${table.family}`).includes(modelPath) ? loadModel(modelPath).reads : [];
  return {
    name: table.table,
    layer: table.table.slice(0, 3) as Layer,
    chain: table.family,
    grain: grainOf(text),
    view: view ?? null,
    key: listAfter(text, /\norder by \(/) ?? [],
    partition: listAfter(text, /\npartition by \(/)?.join(", ") ?? null,
    height: frontMatter.height ?? "none",
    keep: { kind: keep, meaning: keepMeanings[keep] ?? keep },
    fedBy: fedByOf(frontMatter.fed_by ?? ""),
    columns: [...table.columns],
    reads: sorted(reads.filter((name) => named.names.has(name))),
    readBy: { tables: [], views: [], operations: [], examples: [] },
  };
}

function toView(path: string, named: Named): DictionaryView {
  const { text, placeholders } = loadSql(path);
  const { text: about, example } = splitExample(aboutOf(path));
  return {
    name: nameOf(path),
    chain: chainOf(path),
    grain: grainOf(text),
    about,
    parameters: [...placeholders],
    example,
    reads: tablesIn(text.replace(/^create or replace view \w+/, ""), named),
  };
}

function toFunction(path: string): DictionaryFunction {
  const { text: about, example } = splitExample(aboutOf(path));
  const names = /\bas \(([^)]*)\) ->/.exec(loadSql(path).text)?.[1] ?? "";
  return { name: nameOf(path), about, arguments: names.split(", ").filter((name) => name !== ""), example };
}

/** A file's comment is the question, and notes about it. */
function toExample(path: string, named: Named): DictionaryExample {
  const [question = "", ...notes] = aboutOf(path).split("\n");
  const { text } = loadSql(path);
  return {
    name: nameOf(path),
    chain: chainOf(path),
    question,
    notes: notes.join("\n"),
    sql: text,
    reads: tablesIn(text, named),
  };
}

/** @param operations which files answer which operation of the API */
export function loadDictionary(operations: OperationFiles = {}): Dictionary {
  const paths = listSql("tables").filter((path) => chainOf(path) !== "app");
  const plain = new Map(listPlainViews().map(({ table, name }) => [table, name]));
  const named: Named = {
    names: new Set(paths.map(nameOf)),
    tableOf: new Map([...plain].map(([table, name]) => [name, table])),
  };
  const tables = paths.map((path) => toTable(loadTable(nameOf(path)), path, plain.get(nameOf(path)), named));
  const views = listSql("views").map((path) => toView(path, named));
  const examples = listSql("examples").map((path) => toExample(path, named));
  const readings = {
    tables: tables.map(({ name, reads }) => ({ name, reads })),
    views,
    operations: Object.entries(operations).map(([name, files]) => ({
      name,
      reads: tablesIn(files.map((file) => loadSql(file).text).join(" "), named),
    })),
    examples: examples.map(({ name, chain, reads }) => ({ name: `${chain}/${name}`, reads })),
  };
  for (const table of tables) {
    for (const kind of ["tables", "views", "operations", "examples"] as const) {
      table.readBy[kind] = sorted(
        readings[kind].filter(({ reads }) => reads.includes(table.name)).map(({ name }) => name),
      );
    }
  }
  return { tables, views, functions: listSql("functions").map(toFunction), examples };
}
