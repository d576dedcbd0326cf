/** The listener with nodes that lie, lag, lack data and break, and with heads that move. */
import { afterEach, describe, expect, it } from "vitest";
import { createAvalancheHistory } from "../fixtures/avalanche/history.ts";
import {
  type Fault,
  type StubNode,
  type StubSettings,
  startAvalancheStub,
} from "../fixtures/avalanche/stubNode.ts";
import { toView } from "../fixtures/avalanche/toView.ts";
import { checkAvalancheNode } from "../ingest/avalanche/nodeCheck.ts";
import { blocksOfDay } from "../ingest/avalanche/range.ts";
import { createCursorStore, createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import { readStatus } from "../ingest/listener/session.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import type { Store } from "../lib/store/store.ts";
import { avalancheTopics } from "../schemas/avalanche/events.ts";
import { createAvalancheTransform } from "../transform/avalanche/transform.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { avalancheChain, avalancheOptions, backfillAvalanche, openAvalanche } from "./support/avalanche.ts";
import { type Answered, getRecords, modelAnswers, withoutOurs } from "./support/avalancheAnswers.ts";
import { atNight, isNight } from "./support/nightCases.ts";
import { createListeningBus, log } from "./support/pipeline.ts";
import { quickNodes } from "./support/quickNodes.ts";
import { openServeFixture } from "./support/serve.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const history = createAvalancheHistory({ seed: 7, days: isNight ? 5 : 4 });
const view = toView(history);
const model = modelAnswers(history);
const stubs: StubNode[] = [];
const { signal } = new AbortController();

async function stub(changes: Partial<StubSettings> = {}): Promise<StubNode> {
  const node = await startAvalancheStub(view, changes);
  stubs.push(node);
  return node;
}
afterEach(async () => {
  for (const node of stubs.splice(0)) await node.close();
});

async function networkRecords(fill: (store: Store) => Promise<void>): Promise<Answered[]> {
  const served = await openServeFixture({ family: "avalanche" });
  try {
    await fill(served.store);
    return await getRecords(served, "network/rewards");
  } finally {
    await served.close();
  }
}

const everything = { from: 0, to: view.head };

/** Records of the network after a backfill of everything. */
const recordsThrough = (urls: readonly string[], unitBlocks = 30) =>
  networkRecords((store) => backfillAvalanche(store, avalancheOptions(urls, { unitBlocks }), everything));

/** The error of a backfill without a worker. */
async function backfillError(urls: readonly string[], range = everything): Promise<unknown> {
  const { store, close } = await openTemporaryStore({ family: "avalanche" });
  try {
    await backfillAvalanche(store, avalancheOptions(urls), range);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await close();
  }
}

describe("temporary trouble", () => {
  it("changes nothing: another node goes on while one backs off", async () => {
    const node = await stub();
    const other = await stub();
    const kinds: Fault[] = ["429", "500", "disconnect", "truncated", "garbage", "null result", "slow"];
    for (const method of ["platform.getBlockByHeight", "platform.getHeight", "platform.getCurrentValidators"])
      node.settings.faults.set(method, [...kinds]);
    node.settings.faults.set("info.getNetworkID", ["429", "garbage"]);
    const records = await recordsThrough([node.url, other.url]);
    expect(records.map(withoutOurs)).toEqual(model.network);
  });

  if (isNight)
    it("is waited for by the only node", async () => {
      const node = await stub();
      node.settings.faults.set("platform.getBlockByHeight", ["429", "truncated"]);
      const records = await recordsThrough([node.url]);
      expect(records.map(withoutOurs)).toEqual(model.network);
    });

  it("sends the listener to another node: one lags, one is on another network, one starts", async () => {
    const good = await stub();
    const others = [
      await stub({ head: 60 }),
      await stub({ networkId: 5 }),
      await stub({ isBootstrapped: false }),
    ];
    // The first node that answers decides the network.
    const records = await recordsThrough([good.url, ...others.map(({ url }) => url)]);
    expect(records.map(withoutOurs)).toEqual(model.network);
  });
});

describe("what a node lacks", () => {
  it("is read by other calls where there are any", async () => {
    const node = await stub({
      hasRewardUtxos: false,
      unknownMethods: new Set([
        "info.getNetworkID",
        "info.upgrades",
        "platform.getRewardUTXOs",
        "platform.getTx",
      ]),
    });
    const records = await recordsThrough([node.url]);
    expect(records.map(withoutOurs)).toEqual(model.network);
  });

  atNight("leaves rewards unknown without a supply, and days incomplete", async () => {
    const node = await stub({ unknownMethods: new Set(["platform.getCurrentSupply"]) });
    const records = await recordsThrough([node.url]);
    expect(records.map(({ totalActiveValidators }) => totalActiveValidators)).toEqual(
      model.network.map(({ totalActiveValidators }) => totalActiveValidators),
    );
    expect(records[2]).toMatchObject({ isComplete: false, supplyResidual: null });
  });

  it("of blocks is reported with the first block that it has", async () => {
    const node = await stub({ prunedBelow: 90 });
    expect(await backfillError([node.url])).toMatchObject({
      code: "bad_range",
      message: expect.stringContaining("no block before 90"),
    });
    const doctor = await checkAvalancheNode(avalancheOptions([node.url]), { log, signal });
    expect(doctor).toBe(`mainnet, blocks 90 to ${view.head} (pruned)`);
    expect(await backfillError([node.url], { from: 90, to: view.head + 1 })).toMatchObject({
      code: "bad_range",
      message: expect.stringContaining(`--to ${view.head}`),
    });
  });

  it("is refused when blocks don't follow each other", async () => {
    const node = await stub({ forkedFrom: 100 });
    const session = await openAvalanche(avalancheOptions([node.url], { nodeOptions: quickNodes(1) }));
    const run = session.openRun({ from: 80, to: 120, kind: "backfill" }, undefined);
    await expect(run.prepare(80, signal, 120)).rejects.toMatchObject({ code: "inconsistent" });
  });

  it("is freshness, where the head's age is limited", async () => {
    const node = await stub();
    const session = await openAvalanche(
      avalancheOptions([node.url], { nodeOptions: quickNodes(1), maxHeadAgeS: 60 }),
    );
    await expect(readStatus(session, signal, "follow")).rejects.toMatchObject({ code: "stale" });
  });
});

describe("days", () => {
  it("mean the blocks in them", async () => {
    const node = await stub();
    const { info } = await openAvalanche(avalancheOptions([node.url]));
    const { blocks } = history.ledger;
    const begin = Date.UTC(2026, 8, 20) / 1000;
    const first = blocks.findIndex(({ time }) => time >= begin);
    const next = blocks.findIndex(({ time }) => time >= begin + 86_400);
    expect(await blocksOfDay(info.history, "2026-09-20")).toEqual({ from: first, to: next - 1 });
    await expect(blocksOfDay(info.history, "2027-01-01")).rejects.toMatchObject({ code: "bad_range" });
  });
});

type Following = { store: Store; node: StubNode; until: number; onPublished?: (height: number) => void };

/** Follows until a block is published and written. */
async function follow({ store, node, until, onPublished: published }: Following): Promise<void> {
  const bus = createMemoryBus({ log });
  await bus.ensureTopics(Object.values(avalancheTopics));
  const transform = createAvalancheTransform({ store, log });
  const worker = await startWorker({ bus, transform, group: "avalanche", log });
  const stopper = new AbortController();
  const options = { startHeight: 0, unitBlocks: 25, upgradesEveryMs: 0 };
  const session = await openAvalanche(avalancheOptions([node.url], options));
  const cursors = createCursorStore(store);
  const onPublished = (last: number) => {
    published?.(last);
    node.settings.head = Math.min(view.head, node.settings.head + 7);
    if (last >= until) stopper.abort();
  };
  await followChain(
    avalancheChain,
    session,
    { bus, cursors, log, retryBaseMs: 1 },
    { signal: stopper.signal, onPublished },
  );
  await worker.settle();
  await worker.stop();
  await bus.close();
}

describe("following", () => {
  atNight("gives the same result over many heads and restarts, with stakes read on each day", async () => {
    const node = await stub({ head: 50 });
    let looks = 0;
    const records = await networkRecords(async (store) => {
      for (const until of [40, 90, view.head]) await follow({ store, node, until });
      looks = (await store.rows("select height from raw_avalanche_state final")).length;
    });
    expect(records.map(withoutOurs)).toEqual(model.network);
    expect(looks).toBeGreaterThanOrEqual(model.network.length - 1);
    const residuals = records.filter(({ supplyResidual }) => supplyResidual !== null);
    expect(residuals.length).toBeGreaterThanOrEqual(looks - 3);
    for (const { supplyResidual, potentialRewardsResidual } of residuals)
      expect([supplyResidual, potentialRewardsResidual]).toEqual(["0", "0"]);
  });

  if (isNight)
    it("picks up an upgrade that a release of the node schedules while it is followed", async () => {
      const served = { ...view, heliconTime: "9999-12-01T00:00:00Z" as string | undefined };
      const node = await startAvalancheStub(served, { head: 50 });
      stubs.push(node);
      const onPublished = (height: number) => {
        if (height >= 50) served.heliconTime = view.heliconTime;
      };
      const records = await networkRecords((store) => follow({ store, node, until: view.head, onPublished }));
      expect(records.map(withoutOurs)).toEqual(model.network);
    });

  it("begins at the head, with the stakes that last then", async () => {
    const { bus, published } = createListeningBus();
    const node = await stub({ head: 100 });
    const session = await openAvalanche(avalancheOptions([node.url]));
    const stopper = new AbortController();
    const deps = { bus, cursors: createMemoryCursorStore(), log, retryBaseMs: 1 };
    await followChain(avalancheChain, session, deps, {
      signal: stopper.signal,
      onPublished: () => stopper.abort(),
    });
    const messages = published.map(({ value }) => JSON.parse(value.toString()) as Record<string, unknown>);
    expect(messages.map(({ type }) => type)).toEqual(["blocks", "told", "state"]);
    expect(messages[0]).toMatchObject({ from: 100, count: 1 });
    expect(messages[2]).toMatchObject({
      height: 100,
      supply: String(view.supply(100)),
      stake_count: view.stakes(100).length,
    });
  });

  it("stops on another fork", async () => {
    const node = await stub({ head: 100 });
    const { store, close } = await openTemporaryStore({ family: "avalanche" });
    await follow({ store, node, until: 100 });
    node.settings.forkedFrom = 60;
    await expect(follow({ store, node, until: 160 })).rejects.toMatchObject({ code: "cursor_mismatch" });
    await close();
  });
});
