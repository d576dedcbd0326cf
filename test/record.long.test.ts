/**
 * test/record.test.ts with faulty nodes and an orderly end.
 * Fast counterpart: test/record.test.ts
 */
import { existsSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { runVerb, startVerb } from "./support/cli.ts";
import {
  chain,
  fileNamed,
  linesOf,
  range,
  replayedMessages,
  useFolder,
  useMessagesOfChain,
} from "./support/record.ts";

useFolder();

describe("ethereum", () => {
  const expected = useMessagesOfChain();

  it("survives faults of the node", async () => {
    const out = fileNamed("faults");
    const node = await startStubBeaconNode(chain, {
      faults: {
        rules: [
          { kind: "status", status: 429, retryAfterSeconds: 0, path: /committees/, count: 2 },
          { kind: "truncated", path: /blocks/, count: 2 },
          { kind: "malformed", path: /proposer/, count: 1 },
          { kind: "reset", path: /headers/, count: 1 },
          { kind: "status", status: 503, retryAfterSeconds: 0, path: /validators$/, count: 1 },
        ],
      },
    });
    const { code } = await runVerb(["record", "eth", ...range, "--out", out], { ETH_BEACON_URLS: node.url });
    await node.close();
    expect(code).toBe(0);
    const statuses = new Set(linesOf(out).map(({ status }) => status));
    expect(statuses).not.toContain(429);
    expect(statuses).not.toContain(503);
    expect(await replayedMessages(out)).toEqual(expected());
  });

  it("ends in good order on a signal, and goes on from there", async () => {
    const out = fileNamed("stopped");
    const node = await startStubBeaconNode(chain);
    const held = /committees\?epoch=10/;
    node.faults.rules.push({ kind: "slow", delayMs: 600_000, path: held });
    const environment = { ETH_BEACON_URLS: node.url };
    const running = startVerb(["record", "eth", ...range, "--out", out], environment);
    const requestCount = (pattern: RegExp) => node.requests.filter(({ path }) => pattern.test(path)).length;
    await vi.waitFor(() => expect(requestCount(held)).toBe(1), { timeout: 120_000, interval: 20 });
    await vi.waitFor(() => expect(requestCount(/committees\?epoch=9/)).toBe(1), {
      timeout: 120_000,
      interval: 20,
    });
    const second = await runVerb(["record", "eth", ...range, "--out", out], environment);
    expect(second.code).toBe(78);
    expect(second.stderr).toContain(`--out: process ${running.child.pid} has been writing ${out} since`);
    const stopped = await running.stop("SIGINT");
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toContain("Interrupted. Run the same command again to resume");
    const early = requestCount(/committees\?epoch=[6-8]$/);
    node.faults.rules.length = 0;

    const again = await runVerb(["record", "eth", ...range, "--out", out], environment);
    expect(again.code).toBe(0);
    expect(requestCount(/committees\?epoch=[6-8]$/)).toBe(early);
    expect(existsSync(`${out}.lock`)).toBe(false);
    await node.close();
    expect(await replayedMessages(out)).toEqual(expected());
  });
});
