import { expect, it } from "vitest";
import { SourceError } from "../../lib/errors.ts";
import { createAttempts } from "./attempts.ts";

const error = (code: string, retryable = true) => new SourceError(code, { code, retryable });

it("is over for a node that refuses, and for one that was tried as often as it may be", () => {
  const attempts = createAttempts<string>(2);
  expect(attempts.isDone("a")).toBe(false);
  attempts.failed("a", error("refused", false));
  attempts.failed("b", error("timeout"));
  expect(["a", "b"].map(attempts.isDone)).toEqual([true, false]);
  attempts.failed("b", error("timeout"));
  expect(attempts.isDone("b")).toBe(true);
});

it("tries an address once more after `pruned`: other nodes may share it", () => {
  const attempts = createAttempts<string>(6);
  attempts.failed("a", error("pruned", false));
  expect(attempts.isDone("a")).toBe(false);
  attempts.failed("a", error("pruned", false));
  expect(attempts.isDone("a")).toBe(true);
});

it("fails with what says most: a refusal, then an answer, then trouble on the way", () => {
  const attempts = createAttempts<string>(1);
  attempts.failed("a", error("malformed"));
  attempts.failed("b", error("connection"));
  expect(attempts.verdict().code).toBe("malformed");
  attempts.failed("c", error("refused", false));
  attempts.failed("d", error("server_error"));
  expect(attempts.verdict().code).toBe("refused");
});

it("fails with the answer that there is nothing, whichever node refuses to say so", () => {
  for (const order of [
    ["refused", "skipped"],
    ["skipped", "refused"],
  ]) {
    const attempts = createAttempts<string>(1);
    for (const code of order) attempts.failed(code, error(code, code !== "refused"));
    expect(attempts.verdict().code).toBe("skipped");
  }
});
