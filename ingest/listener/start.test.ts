import { expect, it } from "vitest";
import { FatalError, SourceError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import type { Probe } from "../node/probes.ts";
import { tryCalls } from "./start.ts";

const probe = (changes: Partial<Probe>): Probe => ({
  ...{ call: "results", on: "block 7, the newest", isRequired: true },
  ...{ without: "Set `keep = true`", run: async () => undefined, ...changes },
});
const failing = (code: string, retryable: boolean) => async () => {
  throw new SourceError("it keeps nothing", { code, retryable });
};

async function tried(probes: readonly Probe[], limitMs = 60_000) {
  const lines: { level: string | number; reason?: string }[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const { signal } = new AbortController();
  const options = { listener: "tiny/net", log, signal, limitMs };
  const error = await tryCalls({ probes: async () => [...probes] }, options).catch(
    (caught: unknown) => caught,
  );
  return { error, levels: lines.map(({ level }) => level), reasons: lines.map(({ reason }) => reason) };
}
const text = "results of block 7, the newest: it keeps nothing. Set `keep = true`";
const [info] = (await tried([probe({ run: failing("connection", true) })])).levels;
const [warn] = (await tried([probe({ isRequired: false, run: failing("refused", false) })])).levels;

it.each(["unfit", "refused"])("ends with what to change where a required call is %s", async (code) => {
  const outcome = await tried([probe({}), probe({ run: failing(code, false) })]);
  expect(outcome.error).toMatchObject({ code, message: text });
  expect(outcome.reasons).toEqual([text]);
  expect(outcome.levels).not.toContain(warn);
  expect(outcome.levels).not.toContain(info);
});

it("warns of optional calls, and notes what only history needs: a backfill says it of its own range", async () => {
  const optional = probe({ isRequired: false, run: failing("refused", false) });
  expect(await tried([optional, optional])).toMatchObject({ error: undefined, levels: [warn, warn] });
  const history = probe({ isRequired: false, isHistory: true, run: failing("pruned", false) });
  expect((await tried([history])).levels).toEqual([info]);
});

it.each([
  ["server_error", true],
  ["connection", true],
  ["pruned", false],
] as const)("goes on where a required call fails with %s", async (code, retryable) => {
  expect((await tried([probe({ run: failing(code, retryable) })])).error).toBeUndefined();
});

it("waits no longer than its limit for nodes in trouble", async () => {
  const outcome = await tried([probe({ run: () => new Promise(() => undefined) })], 10);
  expect(outcome).toMatchObject({ error: undefined, levels: [info] });
});

it("passes on what is no trouble of a node, and the signal's end", async () => {
  const fatal = async () => {
    throw new FatalError("no", { code: "no" });
  };
  expect((await tried([probe({ run: fatal })])).error).toMatchObject({ kind: "fatal" });
  const log = createLogger("silent");
  const options = { listener: "tiny/net", log, signal: AbortSignal.abort("stop") };
  await expect(tryCalls({ probes: async () => [probe({})] }, options)).rejects.toBe("stop");
});
