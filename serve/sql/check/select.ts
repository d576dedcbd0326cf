/** Whether a select may run: by the engine's tree of it before anything is resolved or evaluated, and once more by the resolved one. */
import { bindParameters } from "../../../lib/store/parameters.ts";
import type { QueryParams, Store } from "../../../lib/store/store.ts";
import { type Canonical, canonicalOf } from "./canonical.ts";
import type { Catalog } from "./catalog.ts";
import { refusal } from "./errors.ts";
import type { IsAllowedFunction } from "./functions.ts";
import { readTree, type TreeNames } from "./tree.ts";

export type CheckDeps = {
  /** For read-only statements with the client's limits: resolving a statement may evaluate parts of it. */
  store: Pick<Store, "text">;
  catalog: Catalog;
  isAllowedFunction: IsAllowedFunction;
  params: QueryParams;
};

/** Table functions of their arguments that the engine allows in read-only statements: `zeros` is not among them. */
export const tableFunctions: ReadonlySet<string> = new Set(
  "generateRandom generateSeries generate_series null numbers numbers_mt primes values".split(" "),
);

const whatIsPublic =
  "Public are the tables and views that `show tables` lists, and of system those that docs/sql.md names";

/** Each join carries the columns of all before it through the engine's analysis: 90 tables of 90 columns took 3.5 s. */
const joinedMost = 32;

const noTable = (name: string) =>
  refusal("UNKNOWN_TABLE", `There is no table ${name} that may be read here. ${whatIsPublic}`);

async function treeOf({ store }: CheckDeps, passes: 0 | 1, sql: string): Promise<TreeNames> {
  const text = await store.text(`explain query tree run_passes = ${passes} ${sql}`);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { explain: string }).explain);
  return readTree(lines);
}

function checkIdentifier(name: string, { catalog }: CheckDeps): void {
  const [first = "", second, ...more] = name.split(".");
  if (catalog.isHiddenTable(first)) throw noTable(name);
  if (second === undefined) return;
  if (first === catalog.database) {
    if (!catalog.publicTables.has(second)) throw noTable(name);
  } else if (catalog.isOtherDatabase(first)) {
    // With a third part it is a column; the engine knows no table of three.
    const table = `${first}.${second}`;
    const isShown = more.length < 2 && (catalog.isOpen(table) || catalog.filtered(table) !== undefined);
    if (!isShown) throw noTable(name);
  }
}

function checkFunctions(names: TreeNames, { catalog, isAllowedFunction }: CheckDeps): void {
  for (const name of names.functions)
    if (!isAllowedFunction(name))
      throw refusal(
        "ACCESS_DENIED",
        `The function ${name} is not allowed here: only functions that depend on nothing but their arguments are`,
      );
  for (const name of names.tableFunctions) {
    const view = name.startsWith(`${catalog.database}.`) ? name.slice(catalog.database.length + 1) : name;
    if (!tableFunctions.has(name) && name !== "VALUES" && !catalog.publicTables.has(view))
      throw refusal(
        "ACCESS_DENIED",
        `The table function ${name} isn't allowed here. Allowed are ${[...tableFunctions].join(", ")}, and views with parameters`,
      );
  }
}

/** The engine's name for a recursive or materialized part of the statement itself; no client can name another's. */
const withinStatement = /^_temporary_and_external_tables\._tmp_[0-9a-f-]{36}$/;

const systemToken =
  /(?<![\w.~{:])((?:system|information_schema|INFORMATION_SCHEMA)\.(\w+))(?:\.(?=[\w~])|(?![\w.~(]))/g;

/** The statement's own aliases of these tables: drivers write `from system.tables t where system.tables.name = …`. */
function aliasesOf({ text, code }: Canonical): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const match of code.matchAll(systemToken)) {
    const [token, name = ""] = match;
    const end = match.index + token.length;
    const given = token.endsWith(".") ? null : /^\s+AS\s+([\w~]+)/.exec(code.slice(end, end + 300));
    if (given === null || aliases.has(name)) continue;
    const start = end + given[0].length - (given[1] ?? "").length;
    aliases.set(name, text.slice(start, end + given[0].length));
  }
  return aliases;
}

/** Replaces the engine's tables that list all others with our filtered statements. */
function withFilters(select: Canonical, tree: TreeNames, catalog: Catalog): string {
  const { text, code } = select;
  const aliases = aliasesOf(select);
  const counts = new Map<string, number>();
  let rewritten = "";
  let position = 0;
  for (const match of code.matchAll(systemToken)) {
    const [token, name = "", table = ""] = match;
    const filter = catalog.filtered(name);
    if (filter === undefined) continue;
    const end = match.index + token.length;
    rewritten += text.slice(position, match.index);
    position = end;
    // A column by its full name: of the replacement of the table.
    if (token.endsWith(".")) rewritten += `${aliases.get(name) ?? table}.`;
    else {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      rewritten += `(${filter})${/^\s+AS\s/.test(code.slice(end, end + 300)) ? "" : ` AS ${table}`}`;
    }
  }
  // Each has to be seen by the engine, and vice versa: otherwise one would remain unreplaced.
  for (const [name, count] of tree.identifiers)
    if (catalog.filtered(name) !== undefined && counts.get(name) !== count) throw noTable(name);
  for (const name of counts.keys()) if (!tree.identifiers.has(name)) throw noTable(name);
  return rewritten + text.slice(position);
}

/**
 * clickhouse-go queries both when it connects. The engine would return the machine's name, and a revision of the Native
 * format that answers are not written in: serve/sql/port/greeting.ts.
 */
const ownWord = /(?<![\w.~])(?:displayName|revision)\(\)/g;
const ownWords: Readonly<Record<string, string>> = {
  "displayName()": "'validator-analytics'",
  "revision()": "toUInt32(0)",
};

function withOwnWords(select: Canonical): Canonical {
  let text = "";
  let position = 0;
  for (const { index, 0: call } of select.code.matchAll(ownWord)) {
    text += `${select.text.slice(position, index)}${ownWords[call]}`;
    position = index + call.length;
  }
  return position === 0 ? select : canonicalOf(text + select.text.slice(position));
}

/**
 * @param formatted as the engine's formatter wrote it, without `format` and `settings`, with the placeholders
 * @returns what to run in its place, with the same parameters
 * @throws StoreError with our refusal, or the engine's own error
 */
export async function checkSelect(formatted: Canonical, deps: CheckDeps): Promise<string> {
  const select = withOwnWords(formatted);
  const { catalog, params } = deps;
  const tree = await treeOf(deps, 0, bindParameters(select.text, params));
  if (tree.joined > joinedMost)
    throw refusal(
      "QUERY_IS_TOO_LARGE",
      `The statement joins ${tree.joined} tables, and may join ${joinedMost}. Join fewer, or run it in parts`,
    );
  for (const name of tree.identifiers.keys()) checkIdentifier(name, deps);
  checkFunctions(tree, deps);
  const rewritten = withFilters(select, tree, catalog);

  const resolved = await treeOf(deps, 1, bindParameters(rewritten, params));
  checkFunctions(resolved, deps);
  for (const name of resolved.tables) {
    const isOwn =
      name.startsWith(`${catalog.database}.`) &&
      catalog.publicTables.has(name.slice(catalog.database.length + 1));
    const isFilter = rewritten !== select.text && catalog.isReadByFilter(name);
    if (!isOwn && !isFilter && !catalog.isOpen(name) && !withinStatement.test(name)) throw noTable(name);
  }
  return rewritten;
}

/** The same check for a table expression after `from`. */
export async function checkTable(table: string, deps: CheckDeps): Promise<string> {
  const prefix = "SELECT *\nFROM ";
  const checked = await checkSelect(canonicalOf(prefix + table), deps);
  return checked.slice(prefix.length);
}
