/**
 * Whether a statement of an analyst may run: a select over public tables, or a question about them. The engine itself
 * lists the names in a statement; its text alone decides nothing.
 */
import { LRUCache } from "lru-cache";
import { scanSql } from "../../../lib/sql/scan.ts";
import { bindParameters } from "../../../lib/store/parameters.ts";
import type { QueryParams, Store } from "../../../lib/store/store.ts";
import {
  type Canonical,
  canonicalize,
  canonicalOf,
  checkSize,
  largestStatement,
  type StatementSize,
} from "./canonical.ts";
import { type Catalog, createCatalog } from "./catalog.ts";
import { refusal, withoutHints } from "./errors.ts";
import { type IsAllowedFunction, loadFunctions } from "./functions.ts";
import { type CheckDeps, checkSelect, checkTable } from "./select.ts";
import { isHarmlessSetting } from "./settings.ts";
import { mapShow } from "./show.ts";

export type Checked = {
  /** The statement to run, with its values in it. */
  sql: string;
  /** The format of the statement's own `format` clause. */
  format?: string;
};

/** @throws StoreError with ClickHouse's code and the reason of the refusal */
export type Checker = (sql: string, params?: QueryParams, signal?: AbortSignal) => Promise<Checked>;

const explainPattern =
  /^EXPLAIN(?: AST| SYNTAX| QUERY TREE| PIPELINE| ESTIMATE)?(?: \w+ = \d+(?:, \w+ = \d+)*)?\n(?=SELECT|WITH|\()/;
/** The engine quotes the name of the format `Null`, since it is a keyword, too. */
const formatPattern = /\nFORMAT ([\w~]+)(?=(?:\nSETTINGS [^\n]*)?$)/;
const settingsPattern = /\nSETTINGS ([^\n]*)$/;

const allowed =
  "Allowed are select, show tables, show databases, show create table, describe, exists and explain of a select";

/** Removes the clauses after the statement. @throws StoreError for a setting that would change the answer */
function withoutOptions({ text, code }: Canonical): { statement: Canonical; format?: string } {
  let left = { text, code };
  const cut = (match: RegExpExecArray) => {
    const [from, to] = [match.index, match.index + match[0].length];
    left = {
      text: left.text.slice(0, from) + left.text.slice(to),
      code: left.code.slice(0, from) + left.code.slice(to),
    };
  };
  if (/\bINTO OUTFILE\b/.test(code))
    throw refusal("ACCESS_DENIED", "`into outfile` isn't allowed here: the answer is the file");
  const format = formatPattern.exec(left.code);
  const named = format === null ? undefined : text.slice(format.index + "\nFORMAT ".length);
  const formatName = /^`?(\w+)/.exec(named ?? "")?.[1];
  if (format !== null) cut(format);
  const settings = settingsPattern.exec(left.code);
  if (settings !== null) {
    for (const [, name = ""] of (settings[1] ?? "").matchAll(/(\w+) = /g))
      if (!isHarmlessSetting(name))
        throw refusal("READONLY", `The setting ${name} can't be changed here: leave it out`);
    cut(settings);
  }
  if (/\bSETTINGS\b/.test(left.code))
    throw refusal("READONLY", "Subqueries cannot have their own settings here. Remove them");
  return { statement: left, ...(formatName === undefined ? {} : { format: formatName }) };
}

/** A statement that has passed, with its parameters' places. */
type Verdict = { sql: string; format?: string };

async function check(canonical: Canonical, deps: CheckDeps): Promise<Verdict> {
  const { statement, format } = withoutOptions(canonical);
  const named = format === undefined ? {} : { format };
  const { text, code } = statement;
  if (/^(?:SELECT|WITH|\()/.test(code)) return { sql: await checkSelect(statement, deps), ...named };
  const explain = explainPattern.exec(code)?.[0];
  if (explain !== undefined) {
    const select = await checkSelect(canonicalOf(text.slice(explain.length)), deps);
    return { sql: explain + select, ...named };
  }
  const describe = /^DESCRIBE TABLE\s+/.exec(code)?.[0];
  if (describe !== undefined)
    return { sql: describe + (await checkTable(text.slice(describe.length), deps)), ...named };
  const shown = mapShow(statement, deps.catalog);
  if (shown !== undefined) return { sql: await checkSelect(shown, deps), ...named };
  throw refusal("ACCESS_DENIED", `This statement isn't allowed here. ${allowed}`);
}

/** Verdicts of statements that passed; schemas change seldom, and are checked in between (`catalog.ts`). */
const verdictTtlMs = 60_000;

/**
 * @param store for read-only statements with limits
 * @param options.size limits of a statement; default: the largest allowed
 */
export function createChecker(
  store: Pick<Store, "text" | "within">,
  options: { tables?: readonly string[]; namesTtlMs?: number; size?: StatementSize } = {},
): Checker {
  const catalogNow = createCatalog(store, options.tables, options.namesTtlMs);
  const verdicts = new LRUCache<string, Verdict>({
    max: 1_000,
    ttl: verdictTtlMs,
    maxSize: 8_000_000,
    sizeCalculation: ({ sql }, key) => sql.length + key.length,
  });
  let functions: Promise<IsAllowedFunction> | undefined;

  async function deps(
    statementStore: Pick<Store, "text">,
    catalog: Catalog,
    params: QueryParams,
  ): Promise<CheckDeps> {
    functions ??= loadFunctions(store);
    try {
      return { store: statementStore, catalog, isAllowedFunction: await functions, params };
    } catch (error) {
      functions = undefined;
      throw error;
    }
  }

  return async (sql, params = {}, signal) => {
    checkSize(sql, options.size ?? largestStatement);
    // State shared by all callers is loaded without the signal of one.
    const statementStore = signal === undefined ? store : store.within({ signal });
    const catalog = await catalogNow();
    // The value of an identifier is a part of the statement, that of anything else isn't.
    const names = scanSql(sql).placeholders.filter(({ type }) => type === "Identifier");
    const values = names.map(({ name }) => [name, Object.hasOwn(params, name) ? params[name] : undefined]);
    const key = JSON.stringify([catalog.generation, sql, values]);
    let verdict = verdicts.get(key);
    if (verdict === undefined) {
      const canonical = await canonicalize(statementStore, sql);
      const checking = check(canonical, await deps(statementStore, catalog, params));
      verdict = await checking.catch((error: unknown) => {
        throw withoutHints(error);
      });
      verdicts.set(key, verdict);
    }
    const { format } = verdict;
    return { sql: bindParameters(verdict.sql, params), ...(format === undefined ? {} : { format }) };
  };
}
