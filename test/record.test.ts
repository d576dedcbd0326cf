/** A recorded history gives the same tables without its nodes, despite interruptions of the recording. */
import { appendFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { runVerb, startVerb } from "./support/cli.ts";
import { atNight, isNight } from "./support/nightCases.ts";
import {
  chain,
  ethMessages,
  ethTables,
  fileNamed,
  folder,
  from,
  linesOf,
  range,
  replayedMessages,
  to,
  useFolder,
  useMessagesOfChain,
} from "./support/record.ts";
import { withRecorded } from "./support/recorded.ts";

useFolder();

describe("ethereum", () => {
  const expected = useMessagesOfChain();

  it("gives the same tables without the node", async () => {
    const out = fileNamed("eth");
    const node = await startStubBeaconNode(chain);
    const tables = isNight ? await ethTables(node.url) : {};
    // Relays are read for a range by themselves, not here.
    const nodes = { ETH_BEACON_URLS: node.url, ETH_RELAY_URLS: "http://127.0.0.1:9" };
    const recorded = await runVerb(["record", "eth", ...range, "--out", out], nodes);
    await node.close();
    expect(recorded).toMatchObject({ code: 0, stderr: "" });
    expect(recorded.stdout).toMatch(
      /^eth\/generated: \d+ requests recorded in [\d.]+ s, \d+ bytes as \d+, [\d.]+ of 1; .* is complete\n$/,
    );
    // Tables are computed from messages only.
    expect(await replayedMessages(out)).toEqual(expected());
    if (isNight)
      expect(await withRecorded([out], ({ nodes }) => ethTables(nodes[0]?.urls.beacon?.[0] ?? ""))).toEqual(
        tables,
      );
  });

  it("is JSON lines that any decoder reads", async () => {
    const lines = linesOf(fileNamed("eth"));
    const [first, ...exchanges] = lines;
    expect(first).toEqual({
      recording: {
        version: 1,
        chain: "eth",
        label: "",
        network: "generated",
        unit: "epoch",
        from,
        to,
        primaries: 1,
        secondaries: 0,
        tertiaries: 0,
      },
    });
    expect(exchanges.pop()).toEqual({ end: { at: expect.any(String) } });
    const genesis = exchanges.find(({ path }) => path === "/eth/v1/beacon/genesis");
    expect(genesis).toMatchObject({ node: "primary/0", method: "GET", status: 200 });
    expect(JSON.parse(String(genesis?.body))).toHaveProperty("data.genesis_validators_root");
  });

  atNight("goes on after kill -9, without requesting recorded answers again", async () => {
    const out = fileNamed("killed");
    const node = await startStubBeaconNode(chain);
    const held = /committees\?epoch=10/;
    node.faults.rules.push({ kind: "slow", delayMs: 600_000, path: held });
    const environment = { ETH_BEACON_URLS: node.url };
    const running = startVerb(["record", "eth", ...range, "--out", out], environment);
    const early = /committees\?epoch=[6-8]$/;
    const requestCount = (pattern: RegExp) => node.requests.filter(({ path }) => pattern.test(path)).length;
    await vi.waitFor(() => expect(requestCount(held)).toBe(1), { timeout: 120_000, interval: 20 });
    const before = requestCount(early);
    const isEarly = ({ path }: Record<string, unknown>) => early.test(String(path));
    await vi.waitFor(() => expect(linesOf(out).filter(isEarly)).toHaveLength(before), { timeout: 120_000 });
    await running.stop("SIGKILL");
    // As if the machine had died in the middle of a write.
    appendFileSync(out, readFileSync(out).subarray(0, 1_000));
    node.faults.rules.length = 0;
    const interrupted = await withRecorded([out], async ({ recordings }) => recordings);
    expect(interrupted).toMatchObject([{ isComplete: false, description: { from, to } }]);

    const again = await runVerb(["record", "eth", ...range, "--out", out], environment);
    expect(again.code).toBe(0);
    expect(before).toBeGreaterThan(0);
    expect(requestCount(early)).toBe(before);
    await node.close();
    expect(await replayedMessages(out)).toEqual(expected());
    expect(linesOf(out).filter((line) => "end" in line)).toHaveLength(1);
  });

  atNight("refuses a complete recording or one of another range", async () => {
    const node = await startStubBeaconNode(chain);
    const environment = { ETH_BEACON_URLS: node.url };
    const out = fileNamed("eth");
    const size = statSync(out).size;
    const again = await runVerb(["record", "eth", ...range, "--out", out], environment);
    expect(again).toMatchObject({ code: 0, stdout: `eth/generated: ${out} is complete already\n` });
    const shorter = ["--from", String(from), "--to", String(to - 1)];
    const other = await runVerb(["record", "eth", ...shorter, "--out", out], environment);
    expect(other.code).toBe(78);
    expect(other.stderr).toContain(`holds epochs ${from} to ${to} of eth/generated`);
    expect(statSync(out).size).toBe(size);
    const nowhere = join(folder.path, "missing", "file.zst");
    const unwritable = await runVerb(["record", "eth", ...range, "--out", nowhere], environment);
    expect(unwritable.code).toBe(78);
    expect(unwritable.stderr).toContain("--out: ");
    await node.close();
  });

  atNight("refuses what isn't final, leaving no file", async () => {
    const node = await startStubBeaconNode(chain);
    const out = fileNamed("future");
    const late = ["--from", String(from), "--to", "100000"];
    const { code, stderr } = await runVerb(["record", "eth", ...late, "--out", out], {
      ETH_BEACON_URLS: node.url,
    });
    await node.close();
    expect(code).toBe(78);
    expect(stderr).toContain("--to");
    expect(existsSync(out)).toBe(false);
  });

  atNight("stops at requests that weren't recorded", async () => {
    const outside = withRecorded([fileNamed("eth")], ({ nodes }) =>
      ethMessages(nodes[0]?.urls.beacon?.[0] ?? "", from - 1),
    );
    await expect(outside).rejects.toThrow(/answered 421 .* was not recorded/);
  });
});
