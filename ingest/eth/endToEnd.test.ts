import { afterEach, describe, expect, it } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { forksUntil } from "../../fixtures/eth/scenario/presets.ts";
import { canonicalSnapshot } from "../../fixtures/eth/scenario/truth.ts";
import { type StubBeaconNode, type StubOptions, startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import { createLogger } from "../../lib/logger.ts";
import { unpack } from "../../lib/packed.ts";
import { type EthMessage, ethMessage } from "../../schemas/eth/events.ts";
import { atNight, thinned } from "../../test/support/nightCases.ts";
import { backfillChain } from "../listener/backfill.ts";
import { createMemoryCursorStore } from "../listener/cursor.ts";
import { followChain } from "../listener/follow.ts";
import { type EthOptions, openBeaconSession } from "./index.ts";

const log = createLogger(process.env.TEST_LOG_LEVEL ?? "silent");
const chain = generateChain({ seed: 11, epochs: 5 });
const slots = 32;
const first = chain.options.startEpoch;
const nodes: StubBeaconNode[] = [];
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()));
});

async function start(options: StubOptions = {}): Promise<StubBeaconNode> {
  const node = await startStubBeaconNode(chain, options);
  nodes.push(node);
  return node;
}

function createListBus(onPublish?: (list: EthMessage[]) => void): Bus & { list: EthMessage[] } {
  const list: EthMessage[] = [];
  return {
    kind: "memory",
    list,
    publish: async (messages) => {
      for (const message of messages) list.push(ethMessage.parse(decodeValue(message.value)));
      onPublish?.(list);
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
    rewardCheckEpochs: 1,
    pollMs: 20,
    nodeOptions: { restBaseMs: 4, restMaxMs: 20, headersTimeoutMs: 3000, idleTimeoutMs: 3000 },
    ...more,
  };
}

async function backfill(
  from: number,
  to: number,
  urls: string[],
  more: Partial<EthOptions> = {},
): Promise<EthMessage[]> {
  const bus = createListBus();
  const session = await openBeaconSession(options(urls, more), { log });
  await backfillChain(
    { id: "eth" },
    session,
    { bus, cursors: createMemoryCursorStore(), log, retryBaseMs: 5, backfillAttempts: 4 },
    { from, to, signal: new AbortController().signal },
  );
  return bus.list;
}

const ofType = <Type extends EthMessage["type"]>(list: EthMessage[], type: Type) =>
  list.filter((message): message is Extract<EthMessage, { type: Type }> => message.type === type);

/** Effective balances after each epoch's registry rows, as a worker would accumulate them. */
function effectiveBalances(list: EthMessage[]): Map<number, bigint[]> {
  const latest: bigint[] = [];
  const byEpoch = new Map<number, bigint[]>();
  for (const message of list) {
    if (message.type === "registry") {
      const balances = unpack(BigUint64Array, message.effective_balance_gwei);
      unpack(Uint32Array, message.validator_index).forEach((index, row) => {
        latest[index] = balances[row] ?? 0n;
      });
    }
    if (message.type === "epoch") byEpoch.set(message.epoch, [...latest]);
  }
  return byEpoch;
}

function expectBlocks(list: EthMessage[], from: number, to: number): void {
  const blocks = ofType(list, "block").filter((message) => message.finality === "final");
  for (let slot = from * slots; slot < (to + 1) * slots; slot += 1) {
    const root = chain.canonicalRoots.get(slot);
    const own = blocks.filter((message) => message.slot === slot);
    const main = own.filter((message) => message.status !== "orphaned");
    expect(main.map((message) => [message.slot, message.status, message.block_root])).toEqual([
      [slot, root === undefined ? "missed" : "canonical", root ?? `0x${"0".repeat(64)}`],
    ]);
    const orphans = [...chain.blocks.values()].filter((one) => !one.isCanonical && one.block.slot === slot);
    if (root === undefined) {
      expect(
        own.filter((message) => message.status === "orphaned").map((message) => message.block_root),
      ).toEqual(orphans.map((one) => one.root));
    }
  }
}

const range = { from: first + 1, to: first + 3 };

it("scores that a leak has left are read from the node's state where a history begins after it", async () => {
  const leak = { fromEpoch: 3, epochs: 9, offlineShare: 0.45 };
  const after = generateChain({
    ...{ seed: 3, preset: "minimal", validators: 96, startEpoch: 5, epochs: 18, tailEpochs: 5 },
    knobs: { leak },
  });
  const from = after.truth.epochs.findLast(({ isLeak }) => isLeak)!.epoch + 2;
  const node = await startStubBeaconNode(after);
  nodes.push(node);
  const scores = ofType(await backfill(from, from + 1, [node.url]), "inactivity_score").map((message) => ({
    epoch: message.epoch,
    scores: [...unpack(Uint32Array, message.validator_index)].map((index, row) => [
      index,
      Number(unpack(BigUint64Array, message.score)[row]),
    ]),
  }));
  const { inactivityScores } = canonicalSnapshot(
    after,
    (from + 1) * after.constants.number("SLOTS_PER_EPOCH"),
  );
  const left = inactivityScores.flatMap((score, index) => (score > 0 ? [[index, score]] : []));
  expect(left.length).toBeGreaterThan(0);
  expect(scores).toEqual([{ epoch: from, scores: left }]);
});

describe("a generated chain through the listener", () => {
  const registries: [string, { smallRegistry?: number }][] = [
    ["changes between snapshots", { smallRegistry: 0 }],
    ["full snapshots", {}],
  ];
  it.each(thinned(registries))(
    "blocks, registry (%s) and consolidations are the chain's own",
    async (_, more) => {
      const node = await start();
      const list = await backfill(range.from, range.to, [node.url], more);
      expect(ofType(list, "epoch").map((message) => message.epoch)).toEqual(
        [0, 1, 2, 3, 4].map((step) => first + step),
      );
      expectBlocks(list, first, first + 4);
      const balances = effectiveBalances(list);
      for (const truth of chain.truth.epochBalances) {
        const own = balances.get(truth.epoch);
        if (own !== undefined) expect(own).toEqual(truth.effectiveBalances);
      }
      const executed = ofType(list, "epoch").flatMap((message) => message.consolidations ?? []);
      const expected = chain.truth.consolidations.filter(
        (one) => one.epoch > first && one.epoch <= first + 4,
      );
      expect(executed.map((one) => [one.source_index, one.target_index, one.amount_gwei])).toEqual(
        expected.map((one) => [one.source, one.target, String(one.amount)]),
      );
      expect(ofType(list, "epoch").flatMap((message) => message.consolidation_balances ?? [])).toEqual(
        expected.map((one) => ({
          source_index: one.source,
          target_index: one.target,
          is_source_slashed: one.isSourceSlashed ? 1 : 0,
          target_balance_before_gwei: String(one.targetBalanceBefore),
          target_balance_after_gwei: String(canonicalSnapshot(chain, one.epoch * slots).balances[one.target]),
          target_effective_balance_gwei: String(one.targetEffectiveBalanceAt),
        })),
      );
      for (const message of ofType(list, "epoch")) {
        const { dutyCount } = chain.truth.epochs.find((one) => one.epoch === message.epoch) ?? {
          dutyCount: -1,
        };
        const committees = ofType(list, "committee").filter((one) => one.epoch === message.epoch);
        const members = committees.reduce(
          (sum, one) => sum + Buffer.from(one.validators, "base64").length / 4,
          0,
        );
        expect(members).toBe(dutyCount);
      }
    },
  );

  atNight("Gloas: payloads that were withheld are null", async () => {
    const gloas = generateChain({ seed: 11, epochs: 4, forks: forksUntil("gloas") });
    const node = await startStubBeaconNode(gloas);
    nodes.push(node);
    const list = await backfill(range.from, range.from + 1, [node.url], { smallRegistry: 0 });
    const blocks = ofType(list, "block").filter((message) => message.status === "canonical");
    expect(blocks.length).toBeGreaterThan(90);
    for (const block of blocks) {
      const stored = gloas.blocks.get(block.block_root);
      expect([block.slot, block.execution === null]).toEqual([block.slot, stored?.envelope === null]);
    }
    expect(blocks.some((block) => block.execution === null)).toBe(true);
    const balances = effectiveBalances(list);
    for (const truth of gloas.truth.epochBalances) {
      const own = balances.get(truth.epoch);
      if (own !== undefined) expect(own).toEqual(truth.effectiveBalances);
    }
  });

  atNight("faults of one node change nothing", async () => {
    const right = await backfill(range.from, range.to, [(await start()).url]);
    const bad = await start({
      faults: {
        rules: [
          { path: /committees/, kind: "truncated", count: 2 },
          { path: /blocks\/\d+7$/, kind: "reset", count: 3 },
          { path: /headers/, kind: "malformed", probability: 0.05 },
          { path: /validators/, kind: "truncated", count: 1 },
          { path: /duties/, kind: "status", status: 429, retryAfterSeconds: 0, count: 2 },
          { path: /finality/, kind: "status", status: 503, count: 1 },
        ],
      },
    });
    const list = await backfill(range.from, range.to, [bad.url]);
    // The last message on everything, by key.
    const last = (messages: EthMessage[]) => {
      const byKey = new Map(
        messages.map((message) => {
          const place =
            "slot" in message ? message.slot : "epoch" in message ? message.epoch : message.observed_at;
          const part = message.type === "block" ? message.block_root : "";
          return [`${message.type}/${place}/${part}`, message];
        }),
      );
      return [...byKey].sort(([left], [right]) => (left < right ? -1 : 1));
    };
    expect(last(list)).toEqual(last(right));
  });

  it("a lying or pruned node is passed over for an honest one, and named when alone", async () => {
    const lying = await start({ faults: { isCommitteeShort: true } });
    const honest = await start();
    await backfill(first + 1, first + 1, [lying.url, honest.url]);
    const pruned = await start({ faults: { prunedBeforeSlot: (first + 2) * slots } });
    await backfill(first + 1, first + 1, [pruned.url, honest.url]);
    await expect(
      backfill(first + 1, first + 1, [pruned.url], {
        nodeOptions: { restBaseMs: 1, restMaxMs: 1, rounds: 1 },
      }),
    ).rejects.toThrow(/pruned; needs an archive node/);
    await expect(
      backfill(first + 1, first + 1, [lying.url], {
        nodeOptions: { restBaseMs: 1, restMaxMs: 1, rounds: 1 },
      }),
    ).rejects.toThrow(`${new URL(lying.url).host}, committees of epoch`);
  });
});

describe("following a generated chain", () => {
  it("head blocks are provisional, a reorg orphans them, finality settles them", async () => {
    const reorgSlot = (first + 1) * slots + 14;
    const node = await start({ slot: reorgSlot - 4 });
    const controller = new AbortController();
    const bus = createListBus((list) => {
      const seen = (slot: number) =>
        list.some((message) => message.type === "block" && message.slot === slot);
      // One step at a time, so that every head is seen as the head.
      if (seen(node.slot()) || chain.headRoots.get(node.slot()) === chain.headRoots.get(node.slot() - 1)) {
        if (node.slot() < reorgSlot + 3) setImmediate(() => node.advance());
        else if (node.slot() < chain.endSlot) setImmediate(() => node.setHead(chain.endSlot));
      }
      if (ofType(list, "epoch").some((message) => message.epoch === first + 2))
        controller.abort(new Error("enough"));
    });
    const session = await openBeaconSession(options([node.url], { startEpoch: first + 1 }), { log });
    await followChain(
      { id: "eth" },
      session,
      { bus, cursors: createMemoryCursorStore(), log, retryBaseMs: 5 },
      { signal: controller.signal },
    );
    expectBlocks(bus.list, first, first + 2);
    const provisional = ofType(bus.list, "block").filter((message) => message.finality === "provisional");
    const dropped = new Set(
      provisional.filter((message) => message.status === "orphaned").map((message) => message.block_root),
    );
    const orphaned = [...chain.blocks.values()].filter(
      (one) => !one.isCanonical && one.block.slot >= reorgSlot - 2 && one.block.slot <= reorgSlot,
    );
    expect(orphaned.some((one) => dropped.has(one.root))).toBe(true);
  });
});
