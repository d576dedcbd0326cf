import { describe, expect, it } from "vitest";
import {
  ApiError,
  BusError,
  ConfigError,
  errorMessage,
  FactsError,
  FatalError,
  isAppError,
  isErrorOfKind,
  SourceError,
  StoreError,
} from "./errors.ts";

describe("errors", () => {
  it("know their kind, code, name and whether to try again", () => {
    const facts = [
      new ApiError(404, "Not found."),
      new SourceError("node", { code: "stale" }),
      new SourceError("node", { code: "other_chain", retryable: false }),
      new ConfigError("set PORT"),
      new StoreError("lost", { code: "connection", retryable: true }),
      new BusError("lost", { code: "connection" }),
      new FactsError("contradiction", { code: "bad_committees" }),
      new FatalError("mismatch", { code: "cursor_mismatch" }),
    ].map(({ name, kind, code, retryable }) => [name, kind, code, retryable]);
    expect(facts).toEqual([
      ["ApiError", "api", "http_404", false],
      ["SourceError", "source", "stale", true],
      ["SourceError", "source", "other_chain", false],
      ["ConfigError", "config", "bad_config", false],
      ["StoreError", "store", "connection", true],
      ["BusError", "bus", "connection", false],
      ["FactsError", "facts", "bad_committees", false],
      ["FatalError", "fatal", "cursor_mismatch", false],
    ]);
  });

  it("keep their cause and data", () => {
    const cause = new Error("ECONNRESET");
    const error = new SourceError("gone", { code: "connection", cause, meta: { node: "a" } });
    expect(error.cause).toBe(cause);
    expect(error.meta).toEqual({ node: "a" });
    expect(new ConfigError("x")).not.toHaveProperty("cause");
  });

  it("of the API carry what the caller sees", () => {
    const detail = [{ loc: ["query", "size"], msg: "too large" }];
    const error = new ApiError(400, detail, { headers: { allow: "GET" } });
    expect(error).toMatchObject({ status: 400, detail, headers: { allow: "GET" }, message: "HTTP 400" });
    expect(new ApiError(410, "Gone.").message).toBe("Gone.");
  });
});

describe("guards", () => {
  it("test a marker, so that a second copy of the module agrees", () => {
    const copy = Object.assign(new Error("x"), { isAppError: true, kind: "store" });
    expect(isErrorOfKind(copy, "store")).toBe(true);
    expect(isErrorOfKind(copy, "bus")).toBe(false);
    for (const other of [new Error("x"), null, undefined, "x", { kind: "store" }])
      expect(isAppError(other)).toBe(false);
  });
});

it("anything that is thrown has a message", () => {
  expect(errorMessage(new Error("a"))).toBe("a");
  expect(errorMessage("b")).toBe("b");
  expect(errorMessage(undefined)).toBe("undefined");
});
