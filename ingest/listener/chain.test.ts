import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Bus, BusMessage } from "../../lib/bus/bus.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import { BusError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { unpack } from "../../lib/packed.ts";
import { type EthMessage, ethMessage } from "../../schemas/eth/events.ts";
import { type EthOptions, openBeaconSession } from "../eth/index.ts";
import { createTestChain, rootOf, startTestNode, type TestChain, type TestNode } from "../eth/testNode.ts";
import { backfillChain } from "./backfill.ts";
import { type CursorStore, createMemoryCursorStore } from "./cursor.ts";
import { followChain } from "./follow.ts";
import type { LoopDeps } from "./walk.ts";

const log = createLogger("silent");
const nodes: TestNode[] = [];
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()));
});

async function start(chain: Partial<TestChain> = {}): Promise<TestNode> {
  const node = await startTestNode(createTestChain(chain));
  nodes.push(node);
  return node;
}

/** A bus that keeps what is published; `onPublish` may throw. */
function createListBus(onPublish?: (messages: readonly BusMessage[]) => void): Bus & { list: EthMessage[] } {
  const list: EthMessage[] = [];
  return {
    kind: "memory",
    list,
    publish: async (messages) => {
      onPublish?.(messages);
      for (const message of messages) list.push(ethMessage.parse(decodeValue(message.value)));
    },
    subscribe: () => Promise.reject(new Error("not used")),
    ensureTopics: async () => [],
    checkTopics: async () => [],
    ping: async () => undefined,
    close: async () => undefined,
  };
}

function options(urls: string[], more: Partial<EthOptions> = {}): EthOptions {
  return {
    urls,
    requestsPerSecond: 10_000,
    maxHeadAgeS: 0,
    rewardCheckEpochs: 0,
    pollMs: 20,
    nodeOptions: { restBaseMs: 5, restMaxMs: 20, headersTimeoutMs: 2000, idleTimeoutMs: 2000 },
    ...more,
  };
}

function deps(bus: Bus, cursors: CursorStore = createMemoryCursorStore()): LoopDeps {
  return { bus, cursors, log, retryBaseMs: 5 };
}

const never = new AbortController().signal;
const epochsOf = (list: EthMessage[]) =>
  list.filter((message) => message.type === "epoch").map((message) => message.epoch);

async function backfill(
  node: TestNode,
  range: { from: number; to: number },
  loop: LoopDeps,
  signal: AbortSignal = never,
) {
  const session = await openBeaconSession(options([node.url]), { log });
  const progress: number[] = [];
  await backfillChain({ id: "eth" }, session, loop, {
    ...range,
    signal,
    onProgress: ({ done, total }) => progress.push(done / total),
  });
  return progress;
}

describe("backfill", () => {
  it("publishes the range and its neighbours in order, the epoch message last", async () => {
    const node = await start({ missed: new Set([6]) });
    const bus = createListBus();
    const progress = await backfill(node, { from: 1, to: 2 }, deps(bus));
    expect(epochsOf(bus.list)).toEqual([0, 1, 2, 3]);
    expect(progress).toEqual([0, 0.25, 0.5, 0.75, 1]);
    const epochs = bus.list.filter((message) => message.type === "epoch");
    expect(epochs.map((message) => message.role)).toEqual(["support", "full", "full", "support"]);
    const ofFirst = bus.list.filter((message) => "epoch" in message && message.epoch === 1);
    expect(ofFirst.at(-1)?.type).toBe("epoch");
    const slots = ofFirst.filter((message) => message.type === "block");
    expect(slots.map((message) => [message.slot, message.status])).toEqual([
      [4, "canonical"],
      [5, "canonical"],
      [6, "missed"],
      [7, "canonical"],
    ]);
    expect(epochs[1]).toMatchObject({
      network: "tiny",
      fork: "electra",
      parent_block_root: rootOf(3),
      finalized_epoch_after: 0,
      registry_epoch: 1,
      registry_rows: 16,
      pending_deposit_rows: 0,
      consolidations: [],
    });
  });

  it("refuses an end that isn't final and names the last possible one", async () => {
    const node = await start({ finalizedEpoch: 5 });
    await expect(backfill(node, { from: 1, to: 4 }, deps(createListBus()))).rejects.toThrow(
      /last epoch that can be backfilled is 3; use --to 3/,
    );
  });

  it("resumes after the last acknowledged epoch", async () => {
    const node = await start();
    const cursors = createMemoryCursorStore();
    const controller = new AbortController();
    const first = createListBus();
    const stopping: Bus = {
      ...first,
      publish: async (messages) => {
        await first.publish(messages);
        if (epochsOf(first.list).includes(1)) controller.abort(new Error("stop"));
      },
    };
    await expect(
      backfill(node, { from: 1, to: 3 }, deps(stopping, cursors), controller.signal),
    ).rejects.toThrow("stop");
    const second = createListBus();
    await backfill(node, { from: 1, to: 3 }, deps(second, cursors));
    expect(epochsOf(second.list)).toEqual([2, 3, 4]);
  });

  it("says the same again when a batch failed halfway", async () => {
    const node = await start();
    let failures = 0;
    const bus = createListBus((messages) => {
      if (messages[0]?.topic === "eth.committee" && failures < 2) {
        failures += 1;
        node.intercept = (path, count) => (path.includes("headers/head") && count < 0 ? {} : undefined);
        throw Object.assign(new Error("busy"), {
          isAppError: true,
          kind: "store",
          code: "busy",
          retryable: true,
        });
      }
    });
    await backfill(node, { from: 1, to: 1 }, deps(bus));
    const epochs = bus.list.filter((message) => message.type === "epoch");
    expect(epochs.map((message) => [message.epoch, message.registry_rows])).toEqual([
      [0, 16],
      [1, 16],
      [2, 16],
    ]);
  });
});

describe("units on their way to the bus", () => {
  const refusal = new BusError("busy", { code: "busy", retryable: true });

  it("are handed over before the ones before them are acknowledged; the cursor waits for its own", async () => {
    const node = await start();
    const cursors = createMemoryCursorStore();
    const bus = createListBus();
    const waiting: (() => void)[] = [];
    const slow: Bus = {
      ...bus,
      publish: async (messages) => {
        await bus.publish(messages);
        await new Promise<void>((resolve) => waiting.push(resolve));
      },
    };
    const done = backfill(node, { from: 1, to: 3 }, deps(slow, cursors));
    while (!epochsOf(bus.list).includes(4)) await sleep(5);
    const cursorWhileWaiting = (await cursors.read("eth/tiny/backfill/1-3"))?.root;
    for (const acknowledge of waiting.splice(0)) acknowledge();
    await done;
    expect(cursorWhileWaiting ?? "").toBe("");
    expect(await cursors.read("eth/tiny/backfill/1-3")).toMatchObject({ height: 4 });
  });

  it("are read and published again when the bus refuses one after others were handed over", async () => {
    const node = await start();
    const cursors = createMemoryCursorStore();
    const bus = createListBus();
    let isRefused = false;
    const failing: Bus = {
      ...bus,
      publish: async (messages) => {
        const isSecond = messages.some(
          ({ topic, value }) => topic === "eth.epoch" && value.includes('"epoch":1,'),
        );
        if (isSecond && !isRefused) {
          isRefused = true;
          await sleep(100);
          throw refusal;
        }
        await bus.publish(messages);
      },
    };
    await backfill(node, { from: 1, to: 3 }, deps(failing, cursors));
    expect(epochsOf(bus.list).slice(0, 1)).toEqual([0]);
    expect(epochsOf(bus.list).slice(-4)).toEqual([1, 2, 3, 4]);
    expect(await cursors.read("eth/tiny/backfill/1-3")).toMatchObject({ height: 4 });
  });
});

describe("follow", () => {
  it("starts at the last final epoch, goes on as finality moves and resumes from the cursor", async () => {
    const node = await start({ finalizedEpoch: 3, headSlot: 21 });
    const cursors = createMemoryCursorStore();
    const session = await openBeaconSession(options([node.url]), { log });
    const bus = createListBus();
    const controller = new AbortController();
    await followChain({ id: "eth" }, session, deps(bus, cursors), {
      signal: controller.signal,
      onPublished: (height) => {
        if (height === 2) Object.assign(node.chain, { finalizedEpoch: 5, headSlot: 30 });
        if (height === 4) controller.abort(new Error("enough"));
      },
    });
    expect(epochsOf(bus.list)).toEqual([1, 2, 3, 4]);
    expect(bus.list.filter((message) => message.type === "epoch")[0]?.role).toBe("support");
    expect(await cursors.read("eth/tiny")).toMatchObject({ height: 4, position: 19, root: rootOf(19) });

    Object.assign(node.chain, { finalizedEpoch: 7, headSlot: 38 });
    const again = new AbortController();
    const more = createListBus();
    await followChain(
      { id: "eth" },
      await openBeaconSession(options([node.url]), { log }),
      deps(more, cursors),
      {
        signal: again.signal,
        onPublished: (height) => height === 6 && again.abort(new Error("enough")),
      },
    );
    expect(epochsOf(more.list)).toEqual([5, 6]);
  });

  it("ends fatally when the node has another block at the cursor", async () => {
    const node = await start();
    const cursors = createMemoryCursorStore();
    await cursors.write("eth/tiny", { height: 2, position: 11, root: rootOf(11, 9) });
    const session = await openBeaconSession(options([node.url]), { log });
    await expect(
      followChain({ id: "eth" }, session, deps(createListBus(), cursors), { signal: never }),
    ).rejects.toMatchObject({ kind: "fatal", code: "cursor_mismatch" });
  });

  it("publishes head blocks as provisional and waits out a node in trouble", async () => {
    const node = await start({ finalizedEpoch: 3, headSlot: 21 });
    node.intercept = (path, count) =>
      path.includes("committees") && count < 3 ? { status: 500 } : undefined;
    const session = await openBeaconSession(
      options([node.url], { nodeOptions: { restBaseMs: 5, restMaxMs: 10, rounds: 1 } }),
      {
        log,
      },
    );
    const controller = new AbortController();
    const bus = createListBus(() => {
      const hasHead = bus.list.some((message) => message.type === "block" && message.slot === 21);
      if (hasHead && epochsOf(bus.list).length === 2) controller.abort(new Error("enough"));
      else if (epochsOf(bus.list).length === 2) node.chain.finalizedEpoch = 4;
    });
    await followChain({ id: "eth" }, session, deps(bus), { signal: controller.signal });
    expect(epochsOf(bus.list).slice(0, 2)).toEqual([1, 2]);
    const provisional = bus.list.filter(
      (message) => message.type === "block" && message.finality === "provisional",
    );
    expect(provisional.at(-1)).toMatchObject({ slot: 21, status: "canonical", attestations: [] });
  });
});

describe("registry", () => {
  it("publishes only what changed between snapshots of a large network, exactly", async () => {
    const effective = (index: number, epoch: number) => (index === 77 && epoch >= 2 ? 31e9 : 32e9);
    const node = await start({ validators: 24_000, effective });
    const bus = createListBus();
    await backfill(node, { from: 1, to: 2 }, deps(bus));
    const epochs = bus.list.filter((message) => message.type === "epoch");
    expect(epochs.map((message) => [message.epoch, message.registry_epoch, message.registry_rows])).toEqual([
      [0, 0, 24_000],
      [1, 0, 0],
      [2, 0, 1],
      [3, 0, 0],
    ]);
    const change = bus.list.find((message) => message.type === "registry" && message.kind === "changes");
    if (change?.type !== "registry") throw new Error("no change");
    expect(unpack(Uint32Array, change.validator_index)).toEqual(Uint32Array.of(77));
    expect(unpack(BigUint64Array, change.effective_balance_gwei)).toEqual(BigUint64Array.of(31_000_000_000n));
  });
});
