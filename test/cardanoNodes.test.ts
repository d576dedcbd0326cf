/** The listener with instances of Koios that lie, lag, lack data and break. */
import { afterEach, describe, expect, it } from "vitest";
import { createCardanoHistory } from "../fixtures/cardano/model.ts";
import {
  type Fault,
  type StubNode,
  type StubSettings,
  startCardanoStub,
} from "../fixtures/cardano/stubNode.ts";
import { epochsOfDay } from "../ingest/cardano/range.ts";
import { checkCardanoNode } from "../ingest/cardano/session.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import type { Bus, BusMessage } from "../lib/bus/bus.ts";
import { cardanoMessage } from "../schemas/cardano/events.ts";
import { cardanoOptions, chain, log, openCardano } from "./support/cardano.ts";
import { thinned } from "./support/nightCases.ts";
import { createListeningBus, publishedBy } from "./support/pipeline.ts";
import { quickNodes } from "./support/quickNodes.ts";

/** Epochs of a day and a quarter. */
const epochSeconds = 108_000;
const history = createCardanoHistory({ seed: 9, epochs: 6, epochSeconds, blocksPerEpoch: 40 });
const all = { from: history.first, to: history.last - 1 };
const stubs: StubNode[] = [];
const { signal } = new AbortController();

async function stub(changes: Partial<StubSettings> = {}, of = history): Promise<StubNode> {
  const node = await startCardanoStub(of, changes);
  stubs.push(node);
  return node;
}
afterEach(async () => {
  for (const node of stubs.splice(0)) await node.close();
});

const parse = (published: readonly BusMessage[]) =>
  published.map(({ value }) => cardanoMessage.parse(JSON.parse(value.toString())));

/** All messages of a backfill, as text, sorted. */
async function said(urls: readonly string[], more = {}, range = all): Promise<string[]> {
  const openSession = () => openCardano(cardanoOptions(urls, more));
  const published = await publishedBy({ chain, openSession, range });
  return parse(published)
    .map((message) => JSON.stringify(message))
    .sort();
}

const expected = (async () => {
  const node = await startCardanoStub(history);
  const messages = await said([node.url]);
  await node.close();
  return messages;
})();

const paths = [
  "/tip",
  "/genesis",
  "/epoch_info",
  "/epoch_params",
  "/totals",
  "/blocks",
  "/pool_list",
  "/pool_updates",
  "/pool_metadata",
  "/pool_delegators_history",
  "/account_reward_history",
];

describe("trouble during a backfill", () => {
  it.each(thinned<Fault>(["429", "truncated", "500", "disconnect", "garbage", "object"], 2))(
    "on %s another instance is used",
    async (fault) => {
      const broken = await stub({ faults: new Map(paths.map((path) => [path, [fault, fault, fault]])) });
      const good = await stub();
      expect(await said([broken.url, good.url])).toEqual(await expected);
    },
  );

  it("missing rows are requested from another instance", async () => {
    const lacking = await stub({
      faults: new Map(["/blocks", "/epoch_info", "/tip", "/genesis"].map((path) => [path, ["empty"]])),
    });
    const good = await stub();
    expect(await said([lacking.url, good.url])).toEqual(await expected);
  });

  it("429 and slow answers of the only instance are waited for", async () => {
    const node = await stub({
      faults: new Map([
        ["/blocks", ["429", "slow", "429"]],
        ["/pool_delegators_history", ["slow", "429"]],
      ]),
    });
    expect(await said([node.url])).toEqual(await expected);
  });

  it("an instance that drops everything in mid-epoch is replaced by another one", async () => {
    const dropping = await stub({ requestsLeft: 120 });
    const good = await stub();
    expect(await said([dropping.url, good.url])).toEqual(await expected);
  });

  it("unknown fields and types are ignored", async () => {
    const node = await stub({ isExtended: true });
    expect(await said([node.url])).toEqual(await expected);
  });

  it("small pages and small bodies lead to the same messages, and no body is too long", async () => {
    const node = await stub({ rowsMax: 7, bodyBytes: 400 });
    expect(await said([node.url], { pageRows: 7, bodyBytes: 400 })).toEqual(await expected);
    expect(await said([node.url], { pageRows: 2, bodyBytes: 400 })).toEqual(await expected);
    expect(node.longestBody).toBeLessThanOrEqual(400);
    expect(node.longestBody).toBeGreaterThan(300);
  });

  it("a token is sent, and a wrong one is an error", async () => {
    const node = await stub({ token: "secret" });
    expect(await said([node.url], { token: "secret" })).toEqual(await expected);
    await expect(said([node.url], { token: "other" })).rejects.toThrow(/answered 401/);
  });

  const restarts = thinned([7, 2, 13, 20]);
  it.each(restarts)("a restart after %i messages goes on, and publishes the same", async (count) => {
    const node = await stub();
    const cursors = createMemoryCursorStore();
    const stopper = new AbortController();
    const published: BusMessage[] = [];
    const bus = {
      publish: async (batch: readonly BusMessage[]) => {
        published.push(...batch);
        if (published.length >= count) stopper.abort(new Error("killed"));
      },
    } as unknown as Bus;
    const run = async (ended: AbortSignal) => {
      const session = await openCardano(cardanoOptions([node.url]));
      await backfillChain(chain, session, { bus, cursors, log, retryBaseMs: 1 }, { ...all, signal: ended });
    };
    await expect(run(stopper.signal)).rejects.toThrow("killed");
    await run(signal);
    const messages = parse(published).map((message) => JSON.stringify(message));
    expect([...new Set(messages)].sort()).toEqual(await expected);
  });

  it("an instance of another network is refused, and never used again", async () => {
    const other = await stub({ magic: 2 });
    const good = await stub();
    expect(await said([good.url, other.url])).toEqual(await expected);
    const before = other.requests.length;
    await said([good.url, other.url]);
    expect(other.requests.slice(before).every((path) => /genesis|tip/.test(path))).toBe(true);
  });

  it("an instance whose head lags far is passed over", async () => {
    const good = await stub();
    const lagging = await stub({ now: history.end - 2 * epochSeconds });
    expect(await said([good.url, lagging.url], { maxHeadAgeS: 3_600 })).toEqual(await expected);
    const session = await openCardano(
      cardanoOptions([good.url], { maxHeadAgeS: 60, nodeOptions: quickNodes(1) }),
    );
    await expect(session.status(signal, "follow")).rejects.toMatchObject({ code: "stale" });
    await expect(session.status(signal, "backfill")).resolves.toMatchObject({ head: history.last });
  });

  it("an instance that reports earned rewards and no payments is refused", async () => {
    const faults = new Map<string, Fault[]>([["/account_reward_history", Array(2_000).fill("empty")]]);
    const node = await stub({ faults });
    await expect(said([node.url])).rejects.toThrow(
      /earned \d+ lovelace, but the rewards of its pools add up to 0/,
    );
  });

  const paged = ["/account_reward_history", "/pool_updates", "/pool_delegators_history"];
  it.each(thinned(paged))("a page of %s that is lost is noticed, and all of it read again", async (path) => {
    const node = await stub({ faults: new Map<string, Fault[]>([[path, ["empty"]]]) });
    expect([...new Set(await said([node.url]))]).toEqual(await expected);
  });
});

describe("ranges", () => {
  it("are epochs or dates, both inclusive", async () => {
    const node = await stub();
    const { info } = await openCardano(cardanoOptions([node.url]));
    const [first, second] = [history.epochs[0], history.epochs[1]];
    const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
    expect(epochsOfDay(info.calendar(), day(second?.start ?? 0))).toEqual({
      from: first?.epoch,
      to: second?.epoch,
    });
    expect(() => epochsOfDay(info.calendar(), "2081-01-01")).toThrow("no epoch on 2081-01-01 yet");
  });

  it("after the last final epoch name it, also while the last boundary can be rolled back", async () => {
    const node = await stub();
    const run = (to: number) => said([node.url], {}, { from: history.first, to });
    await expect(run(history.last)).rejects.toThrow(`use --to ${history.last - 1}`);
    // 2,160 blocks are 12 hours.
    node.settings.now = (history.epochs.at(-1)?.start ?? 0) + 43_000;
    await expect(run(history.last - 1)).rejects.toThrow(`use --to ${history.last - 2}`);
  });

  it("before the history name the first available epoch", async () => {
    const node = await stub({ prunedBelow: history.first + 2 });
    await expect(said([node.url])).rejects.toThrow(
      `the node's history begins with epoch ${history.first + 2}: use --from ${history.first + 2}`,
    );
    const archive = await stub();
    expect(await said([node.url, archive.url])).toEqual(await expected);
  });
});

describe("following", () => {
  async function follow(node: StubNode, cursors: ReturnType<typeof createMemoryCursorStore>, epoch: number) {
    const { bus, published } = createListeningBus();
    const session = await openCardano(cardanoOptions([node.url], { startEpoch: history.first }));
    const stopper = new AbortController();
    const onPublished = (last: number) => {
      if (last >= epoch) stopper.abort();
    };
    await followChain(
      chain,
      session,
      { bus, cursors, log, retryBaseMs: 1 },
      { signal: stopper.signal, onPublished },
    );
    return parse(published);
  }

  const epochsOf = (messages: ReturnType<typeof parse>, type: string) =>
    messages.filter((message) => message.type === type).map(({ epoch }) => epoch - history.first);
  const startOf = (epoch: number) => history.start(history.first + epoch);

  it("publishes epochs when they are final, later their rewards, and goes on from its cursor", async () => {
    const node = await stub({ now: startOf(2) + 50_000 });
    const cursors = createMemoryCursorStore();
    const first = await follow(node, cursors, history.first + 1);
    expect(epochsOf(first, "epoch")).toEqual([0, 1]);
    // The first epoch's rewards are known, the second one's are not.
    expect(epochsOf(first, "payout").filter((epoch) => epoch >= 0)).toEqual([0]);
    expect((await cursors.read("cardano/mainnet"))?.height).toBe(history.first + 1);
    node.settings.now = startOf(3) + 50_000;
    const second = await follow(node, cursors, history.first + 2);
    expect(epochsOf(second, "epoch")).toEqual([2]);
    expect(epochsOf(second, "payout")).toContain(1);
  });

  it("stops on another chain at the same address", async () => {
    const node = await stub({ now: startOf(2) + 50_000 });
    const cursors = createMemoryCursorStore();
    await follow(node, cursors, history.first + 1);
    const other = await stub(
      {},
      createCardanoHistory({ seed: 10, epochs: 6, epochSeconds, blocksPerEpoch: 40 }),
    );
    await expect(follow(other, cursors, history.last - 1)).rejects.toMatchObject({ code: "cursor_mismatch" });
  });
});

describe("doctor", () => {
  it("says what an instance has, and what is required of it", async () => {
    const node = await stub({ prunedBelow: history.first + 1 });
    expect(await checkCardanoNode(cardanoOptions([node.url]), { log, signal })).toMatch(
      new RegExp(
        `^mainnet, epochs ${history.first + 1} to ${history.last}, head \\d+; 1000000 requests in 10 s`,
      ),
    );
  });
});
