/**
 * A listener behind a proxy that cuts idle connections, drips, resets, and lies about the length of answers publishes
 * the same messages as without it.
 * Fast counterpart: ingest/node/slow.test.ts, ingest/node/http.test.ts
 */
import pRetry from "p-retry";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import { chain, from, to } from "./support/ethLaws.ts";
import { openEthSession } from "./support/ethPipeline.ts";
import { type ProxyFault, proxyFaults, startFaultyProxy } from "./support/faultyProxy.ts";
import { createListeningBus, log } from "./support/pipeline.ts";

const nodeOptions = { restBaseMs: 1, restMaxMs: 20, rounds: 20, idleTimeoutMs: 2_000 };
let node: StubBeaconNode;
let expected: string[];

const textOf = ({ key, value }: { key?: unknown; value: Buffer | Uint8Array | string }) =>
  `${String(key)} ${Buffer.from(value as Uint8Array).toString("base64")}`;

/** All messages of a backfill, which retries its session and each unit as often as needed. */
async function messagesFrom(url: string): Promise<string[]> {
  const { bus, published } = createListeningBus();
  const session = await pRetry(() => openEthSession(url, { nodeOptions }), {
    retries: 50,
    minTimeout: 1,
    factor: 1,
  });
  await backfillChain(
    { id: "eth" },
    session,
    { bus, cursors: createMemoryCursorStore(), log, retryBaseMs: 1, backfillAttempts: 50 },
    { from, to, signal: new AbortController().signal },
  );
  // A unit that fails is published again.
  return [...new Set(published.map((message) => textOf(message as never)))].sort();
}

beforeAll(async () => {
  node = await startStubBeaconNode(chain);
  expected = await messagesFrom(node.url);
  expect(expected.length).toBeGreaterThan(20);
}, 120_000);
afterAll(() => node.close());

/** One answer in five has a fault, so that no request fails forever. */
const faulty = (place: number) => place % 5 === 3;
const sometimes = (fault: ProxyFault) => (place: number) => (faulty(place) ? fault : "none");
const inTurn = (place: number) =>
  faulty(place) ? (proxyFaults[1 + (Math.floor(place / 5) % (proxyFaults.length - 1))] ?? "none") : "none";

it.each([
  ...proxyFaults.filter((fault) => fault !== "none").map((fault) => [fault, sometimes(fault)] as const),
  ["all in turn", inTurn] as const,
])(
  "%s",
  async (name, faultOf) => {
    const proxy = await startFaultyProxy(node.url, faultOf);
    try {
      expect(await messagesFrom(proxy.url)).toEqual(expected);
      const faults = Object.entries(proxy.counts).filter(([fault, count]) => fault !== "none" && count > 0);
      expect(faults.length, name).toBeGreaterThan(0);
    } finally {
      await proxy.close();
    }
  },
  240_000,
);
