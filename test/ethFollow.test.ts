/** Following a live chain into the tables: provisional heads, reorgs, finality, restarts. The end is always a backfill's. */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { type StubBeaconNode, type StubOptions, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";

import { type CursorStore, createCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import type { Store } from "../lib/store/store.ts";
import { ingest, log, openEthSession, openPipeline, openWarehouse } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";

const chain = generateChain({
  seed: 51,
  validators: 64,
  preset: "minimal",
  startEpoch: 6,
  epochs: 7,
  spec: { SECONDS_PER_SLOT: "2700" },
});
const slots = chain.constants.number("SLOTS_PER_EPOCH");
const from = chain.options.startEpoch + 1;
const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);

/** Computed tables after a straight backfill of the same epochs. */
let expected: Record<string, string>;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

beforeAll(async () => {
  const node = await startStubBeaconNode(chain);
  const warehouse = await openWarehouse();
  const pipeline = await openPipeline(warehouse.store);
  await ingest(node.url, warehouse.store, pipeline, { from, to });
  expected = await fingerprint(warehouse.store, "int|fct");
  await pipeline.stop();
  await warehouse.close();
  await node.close();
});

async function openNode(options: StubOptions = {}): Promise<StubBeaconNode> {
  const node = await startStubBeaconNode(chain, options);
  closers.push(() => node.close());
  return node;
}

async function openStore(): Promise<Store> {
  const warehouse = await openWarehouse();
  closers.push(() => warehouse.close());
  return warehouse.store;
}

type Listener = {
  /** Epochs that were published, in order. */
  published: number[];
  /** How it ended: undefined after `stop`. */
  ended: Promise<unknown>;
  /** Brings every record up to date and ends listener and worker. */
  stop(): Promise<void>;
};

/** A listener and a worker on one warehouse, as `start` runs them. */
async function follow(node: StubBeaconNode, store: Store, cursors?: CursorStore): Promise<Listener> {
  const pipeline = await openPipeline(store);
  const session = await openEthSession(node.url, {
    startEpoch: from,
    pollMs: 20,
    nodeOptions: { restBaseMs: 2, restMaxMs: 10 },
  });
  const controller = new AbortController();
  const published: number[] = [];
  const ended = followChain(
    { id: "eth" },
    session,
    { bus: pipeline.bus, cursors: cursors ?? createCursorStore(store), log, retryBaseMs: 5 },
    { signal: controller.signal, onPublished: (height) => published.push(height) },
  ).then(
    () => undefined,
    (error: unknown) => error,
  );
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    controller.abort(new Error("enough"));
    await ended;
    await pipeline.worker.settle();
    await pipeline.stop();
  };
  closers.push(stop);
  return { published, ended, stop };
}

/** Asks until the answer is right; fails with the last answer. */
async function eventually<Value>(ask: () => Promise<Value>, wanted: Value): Promise<void> {
  const patienceEnds = Date.now() + 40_000;
  for (;;) {
    const found = await ask();
    if (JSON.stringify(found) === JSON.stringify(wanted)) return;
    if (Date.now() > patienceEnds) expect(found).toEqual(wanted);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

const computed = (store: Store) => async () =>
  (await store.rows<{ epoch: number }>("select epoch from int_eth_epoch final order by epoch")).map(
    ({ epoch }) => epoch,
  );
const epochsUpTo = (last: number) => Array.from({ length: last - from + 1 }, (_, i) => from + i);

type BlockRow = { status: string; is_final: number };
const blockRow = (store: Store, root: string | undefined) => () =>
  store.rows<BlockRow>(
    "select toString(status) as status, is_final from raw_eth_block final where block_root = {root:String}",
    { root: root ?? "" },
  );

/** A slot inside an epoch whose own and two earlier blocks exist, so that a reorg of depth 2 replaces something. */
function quietSlot(epoch: number): number {
  for (let slot = epoch * slots + 3; slot < (epoch + 1) * slots; slot++) {
    const isQuiet = [slot, slot - 1, slot - 2].every(
      (one) => chain.canonicalRoots.has(one) && chain.headRoots.get(one) === chain.canonicalRoots.get(one),
    );
    if (isQuiet) return slot;
  }
  throw new Error("the chain has no quiet slot");
}

describe("following", () => {
  it("heads are provisional, a reorg marks orphans, finality settles and computes", async () => {
    const slot = quietSlot(from + 1);
    const node = await openNode({ slot });
    const store = await openStore();
    const listener = await follow(node, store);
    const head = chain.canonicalRoots.get(slot);
    await eventually(blockRow(store, head), [{ status: "canonical", is_final: 0 }]);
    expect(await computed(store)()).toEqual([]);

    node.reorg(2);
    await eventually(blockRow(store, head), [{ status: "orphaned", is_final: 0 }]);
    const made = await store.rows<{ root: string }>(
      "select toString(block_root) as root from raw_eth_block final where slot = {slot:UInt32} and status = 'canonical'",
      { slot },
    );
    expect(made.length).toBe(1);
    expect(chain.blocks.has(made[0]?.root ?? "")).toBe(false);

    // The next move returns to the chain: what was made up is the orphan now.
    node.advance();
    await eventually(blockRow(store, made[0]?.root), [{ status: "orphaned", is_final: 0 }]);
    await eventually(blockRow(store, head), [{ status: "canonical", is_final: 0 }]);
    node.setHead(chain.endSlot);
    await eventually(computed(store), epochsUpTo(to));
    expect((await blockRow(store, head)()).map(({ status, is_final }) => [status, is_final])).toEqual([
      ["canonical", 1],
    ]);
    await listener.stop();
    const final = await store.rows<{ slot: number; root: string }>(
      "select slot, toString(block_root) as root from raw_eth_block final where is_final = 1 and status = 'canonical' order by slot",
    );
    expect(final.length).toBeGreaterThan(0);
    for (const row of final) expect(row.root).toBe(chain.canonicalRoots.get(row.slot));
    expect(await fingerprint(store, "int|fct")).toEqual(expected);
  });

  it("epochs are computed as finality moves, none before", async () => {
    const node = await openNode({ slot: (from + 1) * slots });
    const store = await openStore();
    const listener = await follow(node, store);
    const finalizedAt = new Map<number, number>();
    for (const snapshot of chain.snapshots.values()) {
      if (chain.headRoots.get(snapshot.slot) !== snapshot.blockRoot) continue;
      finalizedAt.set(snapshot.slot, snapshot.finalized.epoch);
    }
    for (let slot = (from + 2) * slots; slot < chain.endSlot; slot += slots) {
      node.setHead(slot);
      const last = (finalizedAt.get(slot) ?? 0) - 2;
      await eventually(computed(store), last < from ? [] : epochsUpTo(last));
    }
    node.setHead(chain.endSlot);
    await eventually(computed(store), epochsUpTo(to));
    await listener.stop();
    expect(listener.published).toEqual(Array.from({ length: to - from + 3 }, (_, i) => from - 1 + i));
    expect(await fingerprint(store, "int|fct")).toEqual(expected);
  });

  it("a restart resumes behind the cursor, without gap or repetition", async () => {
    const node = await openNode({ slot: (to + 1) * slots + 3 });
    const store = await openStore();
    const first = await follow(node, store);
    await eventually(async () => first.published.length >= 2, true);
    await first.stop();
    node.setHead(chain.endSlot);
    const second = await follow(node, store);
    await eventually(computed(store), epochsUpTo(to));
    await second.stop();
    expect(second.published[0]).toBe((first.published.at(-1) ?? 0) + 1);
    expect([...first.published, ...second.published]).toEqual(
      Array.from({ length: to - from + 3 }, (_, i) => from - 1 + i),
    );
    expect(await fingerprint(store, "int|fct")).toEqual(expected);
  });

  it("a kill between publishing and the cursor doubles nothing", async () => {
    const node = await openNode();
    const store = await openStore();
    const cursors = createCursorStore(store);
    let writes = 0;
    const dying: CursorStore = {
      ...cursors,
      write: async (listener, cursor) => {
        writes += 1;
        if (writes === 3) throw new Error("killed");
        await cursors.write(listener, cursor);
      },
    };
    const first = await follow(node, store, dying);
    expect(await first.ended).toMatchObject({ message: "killed" });
    await first.stop();
    const second = await follow(node, store);
    await eventually(computed(store), epochsUpTo(to));
    await second.stop();
    // The third unit was published before and is published again.
    expect([first.published, second.published[0]]).toEqual([[from - 1, from], from + 1]);
    expect(await fingerprint(store, "int|fct")).toEqual(expected);
  });

  it("a node of another history at the cursor is fatal and says so", async () => {
    const node = await openNode();
    const store = await openStore();
    const slot = quietSlot(from);
    await createCursorStore(store).write("eth/generated", {
      height: from,
      position: slot,
      root: `0x${"ab".repeat(32)}`,
    });
    const listener = await follow(node, store);
    const error = (await listener.ended) as { kind: string; code: string; message: string };
    expect([error.kind, error.code]).toEqual(["fatal", "cursor_mismatch"]);
    expect(error.message).toContain(`the cursor is at slot ${slot}`);
    expect(error.message).toContain(String(chain.canonicalRoots.get(slot)));
    expect(listener.published).toEqual([]);
    await listener.stop();
    expect(await computed(store)()).toEqual([]);
  });

  it("stale stretches, lost streams, error storms and reorgs on the way change nothing in the end", async () => {
    const node = await openNode({ slot: (from + 1) * slots });
    const store = await openStore();
    const listener = await follow(node, store);
    node.faults.rules.push(
      { path: /./, kind: "status", status: 503, probability: 0.05 },
      { path: /blocks|committees/, kind: "reset", probability: 0.05 },
    );
    for (let epoch = from + 2; epoch * slots < chain.endSlot; epoch++) {
      node.faults.staleAtSlot = epoch % 3 === 0 ? node.slot() : null;
      node.setHead(epoch * slots + 5);
      node.reorg(1 + (epoch % 2));
      node.disconnectStreams();
      node.advance();
    }
    node.faults.staleAtSlot = null;
    node.setHead(chain.endSlot);
    await eventually(computed(store), epochsUpTo(to));
    await listener.stop();
    expect(await fingerprint(store, "int|fct")).toEqual(expected);
  });
});
