/** A listener that follows a generated chain into a warehouse, and the expected tables. */
import { expect } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { type StubBeaconNode, type StubOptions, startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";

import { type CursorStore, createCursorStore } from "../../ingest/listener/cursor.ts";
import { followChain } from "../../ingest/listener/follow.ts";
import type { Store } from "../../lib/store/store.ts";
import { openEthSession, openFilledWarehouse, openPipeline, openWarehouse } from "./ethPipeline.ts";
import { fingerprint } from "./fingerprint.ts";
import { log } from "./warehouse.ts";

export const chain = generateChain({
  seed: 53,
  validators: 64,
  preset: "minimal",
  startEpoch: 6,
  epochs: 7,
  spec: { SECONDS_PER_SLOT: "2700" },
});
export const slots = chain.constants.number("SLOTS_PER_EPOCH");
export const from = chain.options.startEpoch + 1;
export const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);

const closers: (() => unknown)[] = [];
/** Ends the resources of a test. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** Computed tables after a straight backfill of the same epochs. */
export async function backfilled(): Promise<Record<string, string>> {
  const warehouse = await openFilledWarehouse(chain, { from, to });
  const tables = await fingerprint(warehouse.store, "int|fct");
  await warehouse.close();
  return tables;
}

export async function openNode(options: StubOptions = {}): Promise<StubBeaconNode> {
  const node = await startStubBeaconNode(chain, options);
  closers.push(() => node.close());
  return node;
}

export async function openStore(): Promise<Store> {
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
export async function follow(node: StubBeaconNode, store: Store, cursors?: CursorStore): Promise<Listener> {
  const pipeline = await openPipeline(store);
  const session = await openEthSession(node.url, {
    startEpoch: from,
    pollMs: 100,
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

/** Polls until the answer is right; fails with the last answer. */
export async function eventually<Value>(read: () => Promise<Value>, wanted: Value): Promise<void> {
  const patienceEnds = Date.now() + 40_000;
  for (;;) {
    const latest = await read();
    if (JSON.stringify(latest) === JSON.stringify(wanted)) return;
    if (Date.now() > patienceEnds) expect(latest).toEqual(wanted);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export const computed = (store: Store) => async () =>
  (await store.rows<{ epoch: number }>("select epoch from int_eth_epoch final order by epoch")).map(
    ({ epoch }) => epoch,
  );
export const epochsUpTo = (last: number) => Array.from({ length: last - from + 1 }, (_, i) => from + i);

type BlockRow = { status: string; is_final: number };
export const blockRow = (store: Store, root: string | undefined) => () =>
  store.rows<BlockRow>(
    "select toString(status) as status, is_final from raw_eth_block final where block_root = {root:String}",
    { root: root ?? "" },
  );

/** A slot inside an epoch whose own and two earlier blocks exist, so that a reorg of depth 2 replaces something. */
export function quietSlot(epoch: number): number {
  for (let slot = epoch * slots + 3; slot < (epoch + 1) * slots; slot++) {
    const isQuiet = [slot, slot - 1, slot - 2].every(
      (one) => chain.canonicalRoots.has(one) && chain.headRoots.get(one) === chain.canonicalRoots.get(one),
    );
    if (isQuiet) return slot;
  }
  throw new Error("the chain has no quiet slot");
}
