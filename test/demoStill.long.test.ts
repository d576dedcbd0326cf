/**
 * The demo, whose chains don't advance by day, with one page of each kind of the explorer: a step of .ci/run.
 * Fast counterpart: none, because all chains are generated and read before the first look; test/demoChains.test.ts has one of them.
 */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chains } from "../chains/index.ts";
import { type Running, startVerb, temporaryFolder } from "./support/cli.ts";
import { servedByDemo, startDemo } from "./support/demo.ts";
import { expectExample, explainExamples } from "./support/explainExamples.ts";
import { explorerSuite } from "./support/explorer/suite.ts";
import type { Served } from "./support/explorer/visits.ts";
import { atNight, isNight } from "./support/nightCases.ts";

const folder = temporaryFolder();
let demo: Running | undefined;

afterAll(async () => {
  await demo?.stop("SIGKILL");
  folder.remove();
});

/** The demo's files in a folder for temporary files; the loader of TypeScript keeps its cache there too. */
function made(path: string): string[] {
  return readdirSync(path).filter((name) => name.startsWith("validator-analytics"));
}

describe("the demo", () => {
  // Where it makes its temporary folder.
  const TMPDIR = join(folder.path, "..", "temporary");
  let running: Running;
  let served: Served;

  beforeAll(async () => {
    mkdirSync(TMPDIR);
    // Following live chains by day: the tests of each chain.
    running = startDemo({ TMPDIR, ...(isNight ? {} : { DEMO_STILL: "1" }) });
    demo = running;
    served = await servedByDemo(running);
    // Nine histories are generated and read before it says so, next to three other workers.
  }, 600_000);

  it("prints the explorer's URL first, which needs no key", async () => {
    expect(running.said()).toMatch(/^Explorer: http/);
    expect(made(TMPDIR)).toHaveLength(1);
    const config = await fetch(`${served.url}/explorer/config.json`);
    expect(await config.json()).toMatchObject({ access: "open", chains: expect.arrayContaining(["eth"]) });
  });

  it("prints three requests; the sample requests of every chain work", async () => {
    const text = await running.seen(/Documentation: [\s\S]+Ctrl-C ends/);
    const docs = /Documentation: (\S+)/.exec(text)?.[1] ?? "";
    expect((await fetch(docs)).status).toBe(200);
    const printed = [...text.matchAll(/^ {2}curl -s -H "Authorization: Bearer \$KEY" '(\S+)'$/gm)];
    expect(printed).toHaveLength(3);
    expect(served.requests).toEqual(expect.arrayContaining(printed.map(([, url]) => url)));
    const requestedChains = new Set(served.requests.map((url) => new URL(url).pathname.split("/")[2]));
    expect([...requestedChains].sort()).toEqual(chains.map(({ id }) => id).sort());
    for (const url of served.requests) {
      const response = await fetch(url, { headers: { authorization: `Bearer ${served.key}` } });
      expect(response.status, url).toBe(200);
      const { data, results } = (await response.json()) as { data?: unknown[]; results?: unknown[] };
      expect(data ?? results, url).toHaveLength(2);
    }
  });

  it.each(explainExamples)("answers as shown in docs/explain.md: $command", async (example) => {
    await expectExample(example, served);
  });

  explorerSuite(() => served);

  it("goes on until it is ended, and removes its files", async () => {
    const { code } = await running.stop("SIGINT");
    expect(code).toBe(0);
    expect(made(TMPDIR)).toEqual([]);
  });
});

atNight("names a port that is in use, or a folder with earlier rows, and removes its files", async () => {
  const TMPDIR = join(folder.path, "..", "other");
  mkdirSync(TMPDIR);
  const server = startVerb(["start"], { DATA_DIR: folder.path });
  const port = await server.seen(/127\.0\.0\.1:(\d+),/);
  const { code, stderr } = await startDemo({ TMPDIR, PORT: port }).finished;
  expect(code).toBe(78);
  expect(stderr).toContain(`127.0.0.1:${port} is in use by another process`);
  const again = await startDemo({ TMPDIR, DATA_DIR: folder.path }).finished;
  expect(again.code).toBe(78);
  expect(again.stderr).toContain("DATA_DIR already contains a warehouse");
  await server.stop();
  expect(made(TMPDIR)).toEqual([]);
  expect(existsSync(join(folder.path, "process.json"))).toBe(false);
});
