/** Refusals of the checker, with ClickHouse's own codes and names, by which clients distinguish errors. */
import { isErrorOfKind, StoreError } from "../../../lib/errors.ts";

const codes = {
  ACCESS_DENIED: 497,
  UNKNOWN_TABLE: 60,
  UNKNOWN_FUNCTION: 46,
  UNKNOWN_FORMAT: 73,
  UNKNOWN_SETTING: 115,
  READONLY: 164,
  SYNTAX_ERROR: 62,
  BAD_ARGUMENTS: 36,
  AUTHENTICATION_FAILED: 516,
  QUERY_IS_TOO_LARGE: 658,
  TOO_MANY_SIMULTANEOUS_QUERIES: 202,
  LIMIT_EXCEEDED: 290,
} as const;

export type RefusalType = keyof typeof codes;

export function refusal(type: RefusalType, message: string): StoreError {
  return new StoreError(message, { code: type.toLowerCase(), meta: { clickhouseCode: codes[type] } });
}

/** The engine's error without its hints, which may name tables that aren't public. */
export function withoutHints(error: unknown): unknown {
  if (!isErrorOfKind(error, "store")) return error;
  const { message, code, meta } = error as StoreError;
  const bare = message.replace(/\.? ?Maybe you meant:? .*$/s, "");
  return bare === message ? error : new StoreError(bare, { code, meta });
}

export const codeOfType = (type: RefusalType): number => codes[type];
