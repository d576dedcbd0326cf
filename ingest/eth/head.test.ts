import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { decodeValue } from "../../lib/bus/value.ts";
import type { BlockMessage } from "../../schemas/eth/events.ts";
import { createBeaconClient } from "./api/client.ts";
import { createHeadTracker } from "./head.ts";
import { rootOf, startTestNode, type TestNode } from "./testNode.ts";

let node: TestNode | undefined;
afterEach(() => node?.close());

it("an event stream that can't be read is closed with a warning, and opened again", async () => {
  const eventsPath = "/eth/v1/events?topics=head,block,chain_reorg,finalized_checkpoint";
  const stopper = new AbortController();
  node = await startTestNode();
  node.intercept = (path, count) => {
    if (path !== eventsPath) return undefined;
    const endless = `data: ${"x".repeat(2_000_000)}`;
    const headers = { "content-type": "text/event-stream" };
    return { headers, body: count === 1 ? endless : finalized, isStream: true };
  };
  const checkpoint = JSON.stringify({ epoch: "5", block: rootOf(20) });
  const finalized = `event: finalized_checkpoint\ndata: ${checkpoint}\n\n`;

  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "warn" }, { write: (line) => lines.push(JSON.parse(line)) });
  const client = createBeaconClient({ urls: [node.url], requestsPerSecond: 10_000, maxHeadAgeS: 0, log });
  const chain = await client.chain();
  const tracker = createHeadTracker({ client, chain, log, pollMs: 20 });
  // It is called once when a stream opens, and once more by the second stream's event.
  let calls = 0;
  await tracker.watch({
    publish: async () => undefined,
    onFinal: () => {
      calls += 1;
      if (calls === 3) stopper.abort(new Error("enough"));
    },
    signal: stopper.signal,
  });
  expect(lines).toMatchObject([
    {
      msg: "the event stream could not be read and was closed",
      node: new URL(node.url).host,
      reason: "an event has more than 1048576 letters",
    },
  ]);
});

/** Follows a node and keeps the published slots of blocks and of orphans. */
async function startWatch(testNode: TestNode, log = pino({ level: "silent" })) {
  const stopper = new AbortController();
  const client = createBeaconClient({ urls: [testNode.url], requestsPerSecond: 10_000, maxHeadAgeS: 0, log });
  const chain = await client.chain();
  const tracker = createHeadTracker({ client, chain, log, pollMs: 20 });
  const slots: Record<"canonical" | "orphaned", number[]> = { canonical: [], orphaned: [] };
  const watched = tracker.watch({
    publish: async (messages) => {
      for (const { value } of messages) {
        const { slot, status } = decodeValue(value) as BlockMessage;
        slots[status === "orphaned" ? "orphaned" : "canonical"].push(slot);
      }
    },
    onFinal: () => undefined,
    signal: stopper.signal,
  });
  const stop = async () => {
    stopper.abort(new Error("enough"));
    await watched;
  };
  return { tracker, slots, stop };
}

const headPath = "/eth/v1/beacon/headers/head";
const requestsOf = (path: string) => (node?.requests ?? []).filter((one) => one === path).length;
/** Waits until so many more polls of the head have ended. */
async function looks(count: number): Promise<void> {
  const before = requestsOf(headPath);
  await expect.poll(() => requestsOf(headPath)).toBeGreaterThan(before + count);
}

it("head events that come late orphan nothing, and no block is read again", async () => {
  node = await startTestNode();
  const { headSlot } = node.chain;
  const event = (slot: number) =>
    `event: head\ndata: ${JSON.stringify({ slot: String(slot), block: rootOf(slot) })}\n\n`;
  node.intercept = (path) =>
    path.startsWith("/eth/v1/events")
      ? {
          headers: { "content-type": "text/event-stream" },
          body: Array.from({ length: 20 }, (_, i) => event(headSlot - 20 + i)).join(""),
          isStream: true,
        }
      : undefined;
  const { slots, stop } = await startWatch(node);
  await expect.poll(() => slots.canonical.length).toBeGreaterThan(0);
  await looks(5);
  await stop();
  expect(slots.orphaned).toEqual([]);
  expect(new Set(slots.canonical).size).toBe(slots.canonical.length);
});

it("a node whose head is before the final block orphans nothing", async () => {
  node = await startTestNode();
  const { chain } = node;
  const { tracker, slots, stop } = await startWatch(node);
  await expect.poll(() => slots.canonical.length).toBeGreaterThan(0);
  tracker.settled(5, { slot: 23, root: rootOf(23) });
  const { headSlot } = chain;
  chain.headSlot = 10;
  await looks(3);
  chain.headSlot = headSlot;
  await stop();
  expect(slots.orphaned).toEqual([]);
});

it("blocks that another branch leaves out are orphaned", async () => {
  node = await startTestNode();
  const { chain } = node;
  const { slots, stop } = await startWatch(node);
  await expect.poll(() => slots.canonical.length).toBeGreaterThan(0);
  // The parent of slot 32's block is that of slot 30.
  chain.missed.add(31);
  chain.headSlot = 32;
  await expect.poll(() => slots.orphaned).toEqual([31]);
  await stop();
});
