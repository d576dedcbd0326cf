import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { SourceError } from "./errors.ts";
import { createPrettyLogger } from "./logger.ts";

async function linesOf(level: string): Promise<string> {
  const stream = new PassThrough();
  const log = await createPrettyLogger(level, stream);
  const err = new SourceError("the node returned 503", { code: "server_error" });
  log.warn({ network: "mainnet", height: 7, err }, "unit failed; retrying");
  return String(stream.read());
}

it("lines for people have the time in UTC, the level, the text and the data, and below an error's message", async () => {
  const [line, error, ...rest] = (await linesOf("info")).trimEnd().split("\n");
  expect(line).toMatch(/^\[\d\d:\d\d:\d\dZ\] WARN: unit failed; retrying \{/);
  expect(line).toContain('"network":"mainnet","height":7');
  expect(error).toBe('    err: "the node returned 503"');
  expect(rest).toEqual([]);
});

it("the stack of an error is part of debugging", async () => {
  expect(await linesOf("debug")).toMatch(/\n\s+at .*logger\.test\.ts/);
});
