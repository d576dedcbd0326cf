/** What `doctor` reports of unusual nodes of Ethereum. */
import { afterEach, expect, it } from "vitest";
import { startTestNode, type TestNode } from "../ingest/eth/testNode.ts";
import { createLogger } from "../lib/logger.ts";
import { loadConfig } from "./config.ts";
import { chainOf } from "./index.ts";

let node: TestNode | undefined;
afterEach(() => node?.close());

const log = createLogger("silent");
const { signal } = new AbortController();

function check(url: string): Promise<string> {
  const config = loadConfig({ DATA_DIR: "/nonexistent", ETH_BEACON_URLS: url, ETH_MAX_HEAD_AGE_S: "0" });
  const [setting] = config.nodes;
  if (setting === undefined) throw new Error("no node");
  const { beacon } = chainOf(setting).listener.checks;
  if (beacon === undefined) throw new Error("no check");
  return beacon(config, setting, url, { log, signal });
}

it("a node that serves the states before finality is fine", async () => {
  node = await startTestNode();
  expect(await check(node.url)).toBe("tiny, head slot 31, finalized epoch 5");
});

it("a node that drops states when they are older than finality can only be followed", async () => {
  node = await startTestNode();
  const { finalizedEpoch } = node.chain;
  node.intercept = (path) => {
    const slot = /^\/eth\/v1\/beacon\/states\/(\d+)\//.exec(path)?.[1];
    if (slot === undefined || Number(slot) >= finalizedEpoch * 4) return undefined;
    return { status: 404, body: '{"code":404,"message":"State not found"}' };
  };
  expect(await check(node.url)).toContain(
    "tiny, head slot 31, finalized epoch 5; it serves no states older than finality, so it can be followed, and nothing be backfilled from it",
  );
});

it("a chain that has not finalized anything is young, not broken", async () => {
  node = await startTestNode();
  node.chain.finalizedEpoch = 0;
  node.chain.headSlot = 6;
  expect(await check(node.url)).toBe("tiny, head slot 6, finalized epoch 0");
});
