/**
 * A statement as the engine's own formatter writes it: without comments, every literal and name in one spelling, one statement. What
 * is looked for in a text is looked for in this one, outside of quotes.
 */
import { isErrorOfKind, type StoreError } from "../../../lib/errors.ts";
import { foreignStatementBytesMax, foreignStatementTokensMax } from "../../../lib/store/limits.ts";
import type { Store } from "../../../lib/store/store.ts";
import { refusal } from "./errors.ts";

export type Canonical = {
  text: string;
  /** The same with everything in quotes as `~`, position by position. */
  code: string;
};

const quoted = /'[^'\\]*(?:\\.[^'\\]*)*'|`[^`\\]*(?:\\.[^`\\]*)*`/gs;

/** @param text as the engine's formatter wrote it */
export function canonicalOf(text: string): Canonical {
  return { text, code: text.replace(quoted, (part) => "~".repeat(part.length)) };
}

/** Our own statement calls the formatter; its context is removed from errors for the client. */
function withoutScope(error: unknown): unknown {
  if (!isErrorOfKind(error, "store")) return error;
  const { message, code, meta } = error as StoreError;
  const { clickhouseCode } = meta;
  if (clickhouseCode === undefined) return error;
  return Object.assign(
    refusal("SYNTAX_ERROR", message.split(": In scope SELECT formatQuery(")[0] ?? message),
    {
      code,
      meta: { clickhouseCode },
    },
  );
}

/** Limits of a statement before the engine sees it. */
export type StatementSize = { bytes: number; tokens: number };

export const largestStatement: StatementSize = {
  bytes: foreignStatementBytesMax,
  tokens: foreignStatementTokensMax,
};

/** Comments and white space are no tokens; each unclosed quote is one. */
const tokenPattern =
  /\/\*.*?\*\/|--[^\n]*|'[^'\\]*(?:\\.[^'\\]*)*'|`[^`\\]*(?:\\.[^`\\]*)*`|"[^"\\]*(?:\\.[^"\\]*)*"|[\p{L}\p{N}_$]+|[^\s]/gsu;

/** Whether a text has more than `most` tokens; reading stops there. */
function hasMoreTokens(sql: string, most: number): boolean {
  let count = 0;
  for (const [token] of sql.matchAll(tokenPattern)) {
    if (!/^(?:\/\*|--)/.test(token)) count += 1;
    if (count > most) return true;
  }
  return false;
}

/** @throws StoreError `QUERY_IS_TOO_LARGE` */
export function checkSize(sql: string, { bytes: bytesMost, tokens }: StatementSize): void {
  const bytes = Buffer.byteLength(sql);
  if (bytes > bytesMost)
    throw refusal("QUERY_IS_TOO_LARGE", `The statement has ${bytes} bytes, and may have ${bytesMost}`);
  if (hasMoreTokens(sql, tokens))
    throw refusal(
      "QUERY_IS_TOO_LARGE",
      `The statement has more than ${tokens} words, literals and operators. Join a table, or split the query`,
    );
}

/** @throws StoreError where it is no text, no SQL, or more than one statement */
export async function canonicalize(store: Pick<Store, "text">, sql: string): Promise<Canonical> {
  if (sql.includes("\0") || sql.includes("\uFFFD"))
    throw refusal("SYNTAX_ERROR", "The statement is no UTF-8 text, or holds a zero byte");
  let row: { text: string };
  try {
    const hex = Buffer.from(sql, "utf8").toString("hex");
    row = JSON.parse(await store.text(`select formatQuery(unhex('${hex}')) as text`)) as typeof row;
  } catch (error) {
    throw withoutScope(error);
  }
  for (const [part] of row.text.matchAll(quoted))
    if (part.startsWith("`") && part.includes("\\"))
      throw refusal(
        "BAD_ARGUMENTS",
        "A name may hold neither backslash nor backquote nor control characters",
      );
  return canonicalOf(row.text);
}
