/**
 * The statements of sql/, as the engine understands them: functions, tables and views are executed in an empty
 * warehouse, migrations and statements that select nothing are parsed, the others are resolved.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { errorMessage } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { frontMatterOf, listSql, loadSql } from "../../lib/sql/file.ts";
import { statementsOf } from "../../lib/sql/migrate.ts";
import { listPlainViews } from "../../lib/sql/plainViews.ts";
import { stripComments } from "../../lib/sql/scan.ts";
import { createEmbeddedStore } from "../../lib/store/embedded.ts";
import { bindParameters } from "../../lib/store/parameters.ts";
import type { Store } from "../../lib/store/store.ts";
import { smallTables } from "../support/smallTables.ts";
import { selectOf } from "./bound.ts";
import { type Problem, type Statement, type StatementKind, statementKinds, type Warehouse } from "./rule.ts";
import { readSource } from "./source.ts";
import { parseTree } from "./tree.ts";

/** The order in which they are carried out: each may need those before it. */
const definitions: readonly StatementKind[] = ["functions", "tables", "views"];

const nameOf = (path: string) => basename(path, ".sql");

/** The place in an error of the engine or of `loadSql`: a line, or a name that it quotes. */
function toProblem(error: unknown, text: string): Problem {
  const [first = ""] = errorMessage(error).split("\n");
  const message = first.replace(/^sql\/\S+\.sql: /, "");
  const line = /\(line (\d+), col \d+\)/.exec(message)?.[1];
  if (line !== undefined) return { line: Number(line), message };
  const quoted = /[`'](\w+)[`']/.exec(message)?.[1];
  const lineIndex = text.split("\n").findIndex((code) => new RegExp(`\\b${quoted}\\b`).test(code));
  return quoted === undefined || lineIndex === -1 ? { message } : { line: lineIndex + 1, message };
}

function readStatement(path: string, folder: string, warehouse: Warehouse): Statement {
  const kind = statementKinds.find((each) => path.startsWith(`${each}/`)) ?? "queries";
  const source = readSource(path, folder);
  const statement = { path, kind, text: source.text, source, frontMatter: {}, warehouse };
  try {
    loadSql(path, folder);
    const hasFrontMatter = kind === "tables" || kind === "models";
    return { ...statement, frontMatter: hasFrontMatter ? frontMatterOf(path, folder) : {} };
  } catch (error) {
    return { ...statement, problem: toProblem(error, source.text) };
  }
}

async function keysOf(store: Store, folder: string): Promise<Map<string, string[]>> {
  const columns = await store.rows<{ table: string; name: string }>(
    "select table, name from system.columns where database = currentDatabase() and is_in_sorting_key order by position",
  );
  const keys = new Map<string, string[]>();
  for (const { table, name } of columns) keys.set(table, [...(keys.get(table) ?? []), name]);
  for (const { name, table } of listPlainViews(folder)) keys.set(name, keys.get(table) ?? []);
  return keys;
}

async function nullableOf(store: Store): Promise<Set<string>> {
  const columns = await store.rows<{ table: string; name: string }>(
    "select table, name from system.columns where database = currentDatabase() and type like '%Nullable(%'",
  );
  return new Set(columns.map(({ table, name }) => `${table}.${name}`));
}

/** The statement with the engine's error about it. */
async function explain(store: Store, statement: Statement): Promise<Statement> {
  const { text, kind } = statement;
  const parts = kind === "migrations" ? statementsOf(stripComments(text).trim()) : [];
  if (parts.length > 1) {
    for (const part of parts) {
      const { problem } = await explain(store, { ...statement, text: part });
      if (problem !== undefined) return { ...statement, problem };
    }
    return statement;
  }
  const { sql, params } = selectOf(text);
  const isSelect = kind !== "migrations" && /^\s*(?:select|with)\b/.test(sql);
  const explained = `explain ${isSelect ? "query tree run_passes = 1, passes = 1, dump_ast = 0" : "ast"} `;
  try {
    const bound = bindParameters(explained + (isSelect ? sql : text), params);
    const { bytes } = await store.bytes(bound, "TSVRaw");
    return isSelect ? { ...statement, tree: parseTree(bytes.toString()) } : statement;
  } catch (error) {
    return { ...statement, problem: toProblem(error, text) };
  }
}

/**
 * Every statement below `folder`, one after the other, because their trees are large. If a function, table or view is
 * refused, the walk stops there: everything after it would be refused because of it.
 */
export async function* readStatements(folder: string): AsyncGenerator<Statement> {
  const path = mkdtempSync(join(tmpdir(), "sql-check-"));
  const store = createEmbeddedStore({ path, settings: smallTables, log: createLogger("silent") });
  try {
    const functions = new Map<string, string>();
    const empty: Warehouse = { keys: new Map(), nullable: new Set(), functions };
    let isRefused = false;
    const carriedOut: Statement[] = [];
    for (const kind of definitions) {
      for (const file of listSql(kind, folder)) {
        let statement = readStatement(file, folder, empty);
        if (kind === "functions") functions.set(nameOf(file), statement.text);
        if (statement.problem === undefined) {
          const problem = await store
            .command(statement.text)
            .then(() => undefined)
            .catch((error: unknown) => toProblem(error, statement.text));
          if (problem !== undefined) statement = { ...statement, problem };
        }
        isRefused ||= statement.problem !== undefined;
        carriedOut.push(statement);
      }
      // Created from the tables' files, so there is no file of theirs.
      if (kind === "tables" && !isRefused)
        for (const view of listPlainViews(folder)) await store.command(view.text);
      if (isRefused) break;
    }
    const warehouse = isRefused
      ? empty
      : { keys: await keysOf(store, folder), nullable: await nullableOf(store), functions };
    for (const statement of carriedOut)
      yield statement.kind === "views" && !isRefused
        ? await explain(store, { ...statement, warehouse })
        : statement;
    if (isRefused) return;
    for (const kind of statementKinds.filter((each) => !definitions.includes(each))) {
      for (const file of listSql(kind, folder)) {
        const statement = readStatement(file, folder, warehouse);
        yield statement.problem === undefined ? await explain(store, statement) : statement;
      }
    }
  } finally {
    await store.close();
    rmSync(path, { recursive: true, force: true });
  }
}
