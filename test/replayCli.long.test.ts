/**
 * `replay` as an operator runs it.
 * Fast counterpart: test/replay.test.ts
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { type Running, runVerb, startVerb, temporaryFolder } from "./support/cli.ts";

const chain = generateChain({ seed: 7, epochs: 6, validators: 64, preset: "minimal", networkName: "devnet" });
const first = chain.options.startEpoch + 1;
const range = ["--from", String(first), "--to", String(first + 1)];
const folder = temporaryFolder();
const running: Running[] = [];
let node: StubBeaconNode;
let environment: Record<string, string>;

beforeAll(async () => {
  node = await startStubBeaconNode(chain);
  environment = { DATA_DIR: folder.path, ETH_BEACON_URLS: node.url, ETH_MAX_HEAD_AGE_S: "0" };
  const filled = await runVerb(["backfill", "devnet", ...range], environment);
  expect(filled.code, filled.both).toBe(0);
  await node.close();
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop("SIGKILL");
});
afterAll(() => folder.remove());

describe("replay", () => {
  it("rebuilds a range without a node, and prints the result as the last line", async () => {
    const { code, stdout, both } = await runVerb(["replay", "devnet", ...range], { DATA_DIR: folder.path });
    expect(code, both).toBe(0);
    expect(stdout).toMatch(
      new RegExp(
        `eth/devnet: epochs ${first} to ${first + 1} were rebuilt and no row differs; nothing was swapped \\(\\d+\\.\\d s\\)\\n$`,
      ),
    );
  });

  it("sends the request to the running `start`", async () => {
    const process = startVerb(["start"], { DATA_DIR: folder.path });
    running.push(process);
    await process.seen(/is at (http:\S+),/);
    const { code, stdout, both } = await runVerb(["replay", "eth", ...range, "--dry-run"], {
      DATA_DIR: folder.path,
    });
    expect(code, both).toBe(0);
    expect(stdout).toContain("no row differs");
    expect((await process.stop()).code).toBe(0);
  });

  it.each([
    [["--source", "moon"], '--source: "moon" is not one of warehouse, topic, files'],
    [["--source", "files"], "--source files needs at least one --file"],
    [["--file", "a.zst"], "--file needs --source files"],
    [["--from-offset", "1"], "--from-offset and --from-time need --source topic"],
    [["--source", "topic", "--from-offset", "x"], '--from-offset: "x" is no offset'],
    [["--source", "topic", "--from-time", "noon"], '--from-time: "noon" is no time'],
    [["--source", "topic", "--from-offset", "1", "--from-time", "2026-01-01"], "exclude each other"],
    [["--source", "topic"], "--source topic needs KAFKA_BROKERS"],
    [["--table", "app_api_key"], "--table: app_api_key is not a table of eth"],
  ])("refuses %j with 78", async (options, message) => {
    const { code, stderr } = await runVerb(["replay", "devnet", ...range, ...options], {
      DATA_DIR: folder.path,
    });
    expect(stderr).toContain(message);
    expect(code).toBe(78);
  });

  it("names the networks that the warehouse holds", async () => {
    const { code, stderr } = await runVerb(["replay", "mars", ...range], { DATA_DIR: folder.path });
    expect(stderr).toContain('The warehouse holds nothing of "mars"; it holds eth/devnet');
    expect(code).toBe(78);
  });
});
