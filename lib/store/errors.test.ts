import { describe, expect, it } from "vitest";
import { StoreError } from "../errors.ts";
import { toStoreError } from "./errors.ts";

const statement = "select {a:UInt8}";

function failure(message: string, fields: Record<string, unknown>): Error {
  return Object.assign(new Error(message), fields);
}

describe("toStoreError", () => {
  it.each([
    ["243", "NOT_ENOUGH_SPACE", "Cannot reserve 1.00 MiB", "not_enough_space", true],
    [
      "75",
      "CANNOT_WRITE_TO_FILE_DESCRIPTOR",
      "Cannot write: errno: 28, No space left on device",
      "not_enough_space",
      true,
    ],
    ["1001", "STD_EXCEPTION", "filesystem error: No space left on device", "not_enough_space", true],
    ["252", "TOO_MANY_PARTS", "Too many parts", "too_many_parts", true],
    ["241", undefined, "cut short", "memory_limit_exceeded", true],
    ["999999", undefined, "of a later version", "clickhouse_999999", false],
    ["62", "SYNTAX_ERROR", "Syntax error", "syntax_error", false],
    ["53", "TYPE_MISMATCH", "Type mismatch", "type_mismatch", false],
    ["16", "NO_SUCH_COLUMN_IN_TABLE", "No such column", "no_such_column_in_table", false],
  ])("reads ClickHouse's code %s %s", (code, type, message, expected, retryable) => {
    const error = toStoreError(failure(message, { code, type }), { transport: "embedded", statement });
    expect([error.code, error.retryable, error.meta]).toEqual([
      expected,
      retryable,
      { statement, clickhouseCode: Number(code) },
    ]);
  });

  it.each([
    ["ENOSPC", "embedded", "not_enough_space", true],
    ["EDQUOT", "embedded", "not_enough_space", true],
    ["EMFILE", "embedded", "emfile", true],
    ["EACCES", "embedded", "engine_failed", false],
    ["CHDB_CLOSED", "embedded", "engine_failed", false],
    ["ECONNREFUSED", "http", "econnrefused", true],
    [undefined, "http", "network_error", true],
    [undefined, "embedded", "engine_failed", false],
  ] as const)("reads errno %s on %s", (code, transport, expected, retryable) => {
    const error = toStoreError(failure("failed", { code }), { transport, statement });
    expect([error.code, error.retryable]).toEqual([expected, retryable]);
  });

  it("leaves a StoreError as it is and takes any thrown value", () => {
    const own = new StoreError("own", { code: "store_closed" });
    expect(toStoreError(own, { transport: "http", statement })).toBe(own);
    expect(toStoreError("text", { transport: "embedded", statement }).message).toBe("text");
  });
});
