/** Nodes and sidecars in trouble, following with restarts, and requests to nodes that lack something. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eigenlayer } from "../chains/eigenlayer.ts";
import { writtenIn } from "../chains/eigenlayerWritten.ts";
import { encodeEvent } from "../fixtures/eigenlayer/abi.ts";
import { createEigenlayerHistory, firstBlock } from "../fixtures/eigenlayer/history.ts";
import { zeroAddress } from "../fixtures/eigenlayer/state.ts";
import { type StubNode, startEigenlayerStub } from "../fixtures/eigenlayer/stubNode.ts";
import { type StubSidecar, startStubSidecar } from "../fixtures/eigenlayer/stubSidecar.ts";
import type { RpcFaultRule } from "../fixtures/eth/stub/rpcFaults.ts";
import { checkEigenlayerNode, checkSidecar } from "../ingest/eigenlayer/nodeCheck.ts";
import { blocksOfDay } from "../ingest/eigenlayer/range.ts";
import type { EigenlayerOptions } from "../ingest/eigenlayer/session.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import { heightsToPublish } from "../ingest/listener/range.ts";
import { readStatus } from "../ingest/listener/session.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import type { Store } from "../lib/store/store.ts";
import { eigenlayerTopics } from "../schemas/eigenlayer/events.ts";
import { createEigenlayerTransform } from "../transform/eigenlayer/transform.ts";
import { startWorker } from "../transform/frame/worker.ts";
import {
  allBlocks,
  backfillEigenlayer,
  eigenlayerChain,
  eigenlayerOptions,
  openEigenlayer,
} from "./support/eigenlayer.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { log, publishedBy } from "./support/pipeline.ts";
import { quickNodes } from "./support/quickNodes.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

// With withdrawals that M1 queues and completes.
const history = createEigenlayerHistory({ seed: 33, days: 6, gap: 6_000, completesM1: true });
const all = allBlocks(history);
const opened: { close(): Promise<void> }[] = [];
const { signal } = new AbortController();

async function stub(changes: Parameters<typeof startEigenlayerStub>[1] = {}): Promise<StubNode> {
  const node = await startEigenlayerStub(history, changes);
  opened.push(node);
  return node;
}
async function sidecarStub(): Promise<StubSidecar> {
  const sidecar = await startStubSidecar(history);
  opened.push(sidecar);
  return sidecar;
}
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** All messages of a backfill. */
async function saidBy(urls: readonly string[], more: Partial<EigenlayerOptions> = {}): Promise<string[]> {
  const openSession = () => openEigenlayer(eigenlayerOptions(urls, { unitBlocks: 30, ...more }));
  const messages = await publishedBy({ chain: eigenlayerChain, openSession, range: all });
  return messages.map(({ value }) => value.toString());
}

/** The rows of raw tables and those made of them, but for how blocks were cut into spans. */
async function rowsIn(store: Store): Promise<Record<string, string>> {
  const { raw_eigenlayer_span: _, ...rows } = await fingerprint(store, "(raw|dim|int|fct)_eigenlayer");
  return rows;
}

let expected: Record<string, string>;
let said: string[];
beforeAll(async () => {
  const { store, close } = await openTemporaryStore({ family: "eigenlayer" });
  const [node, sidecar] = [await startEigenlayerStub(history), await startStubSidecar(history)];
  const options = { sidecarUrls: [sidecar.url] };
  await backfillEigenlayer(store, eigenlayerOptions([node.url], options), all);
  expected = await rowsIn(store);
  said = await saidBy([node.url], options);
  await node.close();
  await sidecar.close();
  await close();
});

describe("temporary trouble", () => {
  const rules = (): RpcFaultRule[] => [
    { method: /getLogs/, kind: "status", status: 429, retryAfterSeconds: 0, count: 1 },
    { method: /getLogs/, kind: "status", status: 503, count: 1 },
    { method: /getLogs/, kind: "truncated", count: 1 },
    { method: /getLogs/, kind: "malformed", count: 1 },
    { method: /getLogs/, kind: "reset", count: 1 },
    { method: /getBlock/, kind: "null", count: 2 },
    { method: /eth_call/, kind: "rpcError", code: -32603, message: "internal error", count: 1 },
    { method: /getLogs/, kind: "slow", delayMs: 50, count: 1 },
  ];

  it("changes nothing: another node goes on while one backs off, and a sidecar's request is retried", async () => {
    const [node, other, sidecar] = [
      await stub({ faults: { rules: rules() } }),
      await stub(),
      await sidecarStub(),
    ];
    sidecar.settings.faults.push("429", "truncated");
    // Messages that were published before a failure come again.
    const urls = [node.url, other.url];
    expect(new Set(await saidBy(urls, { sidecarUrls: [sidecar.url] }))).toEqual(new Set(said));
  });

  it("changes nothing when nodes limit blocks, logs or calls per request", async () => {
    const [node, sidecar] = [
      await stub({ faults: { logBlockLimit: 9, logResultLimit: 30, batchLimit: 1 } }),
      await sidecarStub(),
    ];
    const { store, close } = await openTemporaryStore({ family: "eigenlayer" });
    await backfillEigenlayer(store, eigenlayerOptions([node.url], { sidecarUrls: [sidecar.url] }), all);
    expect(await rowsIn(store)).toEqual(expected);
    await close();
  });

  it("sends the listener to another node: one lags, one is on another chain, one lies about a block", async () => {
    const good = await stub();
    const sidecar = await sidecarStub();
    const others = [
      await stub({ head: 40 }),
      await stub({ chainId: 5n }),
      await stub({ forkedFrom: all.to }),
    ];
    const urls = [good.url, ...others.map(({ url }) => url)];
    expect(await saidBy(urls, { sidecarUrls: [sidecar.url] })).toEqual(said);
  });
});

describe("what a node lacks", () => {
  it("of logs is a clear error; of old states leaves balances unknown", async () => {
    const pruned = await stub({ prunedBelow: firstBlock + 20 });
    await expect(saidBy([pruned.url], { nodeOptions: quickNodes(1) })).rejects.toMatchObject({
      code: "pruned",
      message: expect.stringContaining(`has no logs before block ${firstBlock + 20}`),
    });
    const young = await stub({ statesFrom: 50 });
    const days = (await saidBy([young.url]))
      .map((text) => JSON.parse(text))
      .filter(({ type }) => type === "day");
    expect(days[0].rates[0]).toMatchObject({ underlying: null });
    expect(days.at(-1).rates[0].underlying).toMatch(/^\d+$/);
  });

  it("is reported by doctor", async () => {
    const [node, sidecar] = [await stub({ statesFrom: 60 }), await sidecarStub()];
    const options = eigenlayerOptions([node.url], { sidecarUrls: [sidecar.url], nodeOptions: quickNodes(1) });
    const text = await checkEigenlayerNode(options, { log, signal });
    expect(text).toMatch(
      new RegExp(
        `^mainnet, final block ${all.to} of ${all.to}, logs from block ${firstBlock}; eth_call of block \\d+, an old one: .*It is no archive node`,
      ),
    );
    const pruned = await stub({ prunedBelow: firstBlock + 5 });
    await expect(
      checkEigenlayerNode({ ...options, executionUrls: [pruned.url] }, { log, signal }),
    ).rejects.toMatchObject({ code: "pruned" });
    const last = history.payouts.roots.length - 1;
    expect(await checkSidecar(options, { log, signal })).toBe(`distribution roots up to ${last}`);
    const other = await stub({ chainId: 17_000n });
    await expect(
      checkEigenlayerNode({ ...options, executionUrls: [other.url] }, { log, signal }),
    ).rejects.toMatchObject({ code: "unknown_network" });
  });

  it("includes blocks that aren't final yet, or are before the contracts", async () => {
    const node = await stub({ final: 50 });
    const session = await openEigenlayer(eigenlayerOptions([node.url]));
    const { final } = await session.status(signal, "backfill");
    const heights = (range: typeof all) => heightsToPublish(session, range, { final });
    expect(() => heights(all)).toThrow(`--to ${firstBlock + 50}`);
    expect(() => heights({ from: 1, to: firstBlock })).toThrow(`--from ${firstBlock}`);
    const aged = await openEigenlayer(eigenlayerOptions([node.url], { maxHeadAgeS: 1 }));
    const ageS = Math.round(Date.now() / 1000) - (history.blocks.at(-1)?.time ?? 0);
    if (ageS > 1) await expect(readStatus(aged, signal, "follow")).rejects.toMatchObject({ code: "stale" });
  });

  it("is found for days by the blocks in them", async () => {
    const node = await stub();
    const { info } = await openEigenlayer(eigenlayerOptions([node.url]));
    const { blocks } = history;
    const begin = Date.UTC(2026, 9, 3) / 1000;
    const first = blocks.find(({ time }) => time >= begin)?.number;
    const next = blocks.find(({ time }) => time >= begin + 86_400)?.number ?? 0;
    const range = await blocksOfDay(info.client, firstBlock, "2026-10-03", signal);
    expect(range).toEqual({ from: first, to: next - 1 });
    for (const day of ["2026-09-30", "2027-01-01"])
      await expect(blocksOfDay(info.client, firstBlock, day, signal)).rejects.toMatchObject({
        code: "bad_range",
      });
  });
});

type Following = { store: Store; node: StubNode; sidecar: StubSidecar; until: number };

/** Follows until a block is published and written; the head and the sidecar advance meanwhile. */
async function follow({ store, node, sidecar, until }: Following): Promise<void> {
  const bus = createMemoryBus({ log });
  await bus.ensureTopics(Object.values(eigenlayerTopics));
  const worker = await startWorker({
    bus,
    transform: createEigenlayerTransform({ store, log }),
    group: "eigenlayer",
    log,
  });
  const stopper = new AbortController();
  const options = { sidecarUrls: [sidecar.url], written: writtenIn(store), unitBlocks: 9, sidecarRetryMs: 0 };
  const session = await openEigenlayer(eigenlayerOptions([node.url], options));
  const onPublished = (last: number) => {
    const head = Math.min(history.blocks.length - 1, node.settings.head + 5);
    node.settings.head = head;
    node.settings.final = head;
    // It lags the node.
    sidecar.settings.time = history.blocks[Math.max(0, head - 4)]?.time ?? 0;
    if (head === history.blocks.length - 1) sidecar.settings.time = Number.POSITIVE_INFINITY;
    if (last >= until) stopper.abort();
  };
  await followChain(
    eigenlayerChain,
    session,
    { bus, cursors: createCursorStore(store), log, retryBaseMs: 1 },
    { signal: stopper.signal, onPublished },
  );
  await worker.settle();
  await worker.stop();
  await bus.close();
}

const topicOf = (name: "shareWithdrawalQueued" | "withdrawalQueuedM1" | "withdrawalMigrated") =>
  encodeEvent(
    name,
    name === "withdrawalMigrated" ? [zeros, zeros] : [zeroAddress, 1, zeroAddress, ...rest[name]],
  ).topics[0];
const zeros = "0x".padEnd(66, "0");
const rest = { shareWithdrawalQueued: [1], withdrawalQueuedM1: [zeroAddress, zeros] };

/** Withdrawals that M1 queued up to a block's place and M2 did not take over: each has one strategy. */
function queuedUpTo(place: number) {
  const word = (data: string, index: number) => data.slice(2 + 64 * index, 66 + 64 * index);
  const logs = history.blocks.flatMap((block, i) => block.logs.map((one) => ({ ...one, i })));
  const migrated = new Set(
    logs.filter(({ topics }) => topics[0] === topicOf("withdrawalMigrated")).map(({ data }) => word(data, 0)),
  );
  return logs.flatMap(({ topics, data, i }, at) => {
    const isQueued =
      topics[0] === topicOf("withdrawalQueuedM1") && i <= place && !migrated.has(word(data, 4));
    const { data: share = "" } = logs[at - 1] ?? {};
    const shares = [{ strategy: `0x${word(share, 2).slice(24)}`, amount: word(share, 3) }];
    return isQueued ? [{ root: `0x${word(data, 4)}`, shares }] : [];
  });
}

describe("following", () => {
  let warehouse: Awaited<ReturnType<typeof openTemporaryStore>>;
  beforeAll(async () => {
    warehouse = await openTemporaryStore({ family: "eigenlayer" });
  });
  afterAll(async () => await warehouse.close());

  it("gives the same result over many heads and restarts, with a sidecar that lags", async () => {
    const [node, sidecar] = [await stub({ head: 20 }), await sidecarStub()];
    sidecar.settings.time = 0;
    const { store } = warehouse;
    for (const until of [firstBlock + 8, firstBlock + 40, all.to])
      await follow({ store, node, sidecar, until });
    expect(await rowsIn(store)).toEqual(expected);
  });

  it("leaves its blocks and days in the warehouse's records", async () => {
    const { store } = warehouse;
    const { records } = eigenlayer;
    expect(await records.networks(store)).toEqual(["mainnet"]);
    expect(await records.newest(store, "mainnet")).toEqual({ from: all.to, to: all.to });
    expect(await records.readable(store, "mainnet", all)).toEqual({
      done: history.blocks.length,
      isReadable: true,
    });
    const more = { from: all.from, to: all.to + 7 };
    expect(await records.readable(store, "mainnet", more)).toMatchObject({ done: history.blocks.length });
    expect(await records.firstUnwritten(store, "mainnet", more)).toBe(all.to + 1);
    expect(await records.firstUnwritten(store, "mainnet", { from: 5, to: 9 })).toBe(5);
    const range = await records.parseRange(store, "mainnet", { from: "2026-10-01", to: "2026-10-02" });
    const next = history.blocks.find(({ time }) => time >= Date.UTC(2026, 9, 3) / 1000)?.number ?? 0;
    expect(range).toEqual({ from: firstBlock, to: next - 1 });
    expect(await writtenIn(store).runs("mainnet")).toEqual([all]);
    const { queuedM1 } = await writtenIn(store).known("mainnet", firstBlock + 12);
    expect([...queuedM1.values()]).toEqual(queuedUpTo(12));
  });

  it("stops on another fork", async () => {
    const [node, sidecar] = [await stub({ forkedFrom: firstBlock + 30 }), await sidecarStub()];
    await expect(follow({ store: warehouse.store, node, sidecar, until: all.to + 5 })).rejects.toMatchObject({
      code: "cursor_mismatch",
    });
  });
});
