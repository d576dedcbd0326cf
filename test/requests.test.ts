/** Verbs that need the folder while another process has it: any long-running process does the requested work, also while it opens. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { type Running, runVerb, startVerb, temporaryFolder } from "./support/cli.ts";
import { atNight } from "./support/nightCases.ts";
import { copyMigrated } from "./support/warehouse.ts";

const chain = generateChain({ seed: 7, epochs: 5, validators: 64, preset: "minimal", networkName: "devnet" });
let node: StubBeaconNode;
const folders: ReturnType<typeof temporaryFolder>[] = [];
const running: Running[] = [];

/** A folder with the tables, and the settings of processes in it. */
async function environment(): Promise<Record<string, string>> {
  const made = temporaryFolder();
  folders.push(made);
  await copyMigrated(join(made.path, "warehouse"));
  return { DATA_DIR: made.path, ETH_BEACON_URLS: node.url, ETH_MAX_HEAD_AGE_S: "0" };
}

function begin(verb: string, settings: Record<string, string>): Running {
  const process = startVerb([verb], settings);
  running.push(process);
  return process;
}

beforeAll(async () => {
  node = await startStubBeaconNode(chain);
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop("SIGKILL");
});
afterAll(async () => {
  await node.close();
  for (const made of folders) made.remove();
});

const backfill = ["backfill", "devnet", "--from", "2251", "--to", "2252"];
const readable = /^eth\/devnet: epochs 2251 to 2252 are readable/;

atNight("serve does what start does for keys, doctor and backfill", async () => {
  const settings = await environment();
  const served = begin("serve", settings);
  const url = await served.seen(/is at (http:\S+),/);
  const created = await runVerb(["keys", "create", "--name", "script"], settings);
  expect([created.code, created.stderr]).toEqual([0, ""]);
  const key = created.stdout.trimEnd().split("\n").at(-1) ?? "";
  const filled = await runVerb(backfill, settings);
  expect(filled.stdout).toMatch(readable);
  const doctor = await runVerb(["doctor"], settings);
  expect(doctor.stdout).toMatch(/^ok {6}bus: /m);
  const response = await fetch(`${url}/v1/eth/validators/20/attestations`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(((await response.json()) as { results: unknown[] }).results.length).toBeGreaterThan(0);
  const { code, both } = await served.stop();
  expect([code, both.includes("shutdown step failed")]).toEqual([0, false]);
});

it("a backfill waits for a start that is still opening", async () => {
  const settings = await environment();
  const started = begin("start", settings);
  const holder = join(settings.DATA_DIR ?? "", "process.json");
  while (!existsSync(holder)) await setTimeout(5);
  const [filled] = await Promise.all([runVerb(backfill, settings), started.seen(/is at (http:\S+),/)]);
  expect([filled.code, filled.stderr]).toEqual([0, ""]);
  expect(filled.stdout).toMatch(readable);
});

atNight("a process that ends during a request leaves the folder to the caller", async () => {
  const settings = await environment();
  const served = begin("serve", { ...settings, SHUTDOWN_DELAY_SECONDS: "0" });
  await served.seen(/is at (http:\S+),/);
  const [created] = await Promise.all([
    runVerb(["keys", "create", "--name", "late"], settings),
    served.stop(),
  ]);
  // Either process created the key, or the caller learns that the other one has ended.
  expect(created.both).toMatch(/va_|ended before it answered/);
});
