/**
 * Following a live chain into the tables: provisional heads, reorgs, finality, restarts, kills and storms. The end is always
 * a backfill's.
 * Fast counterpart: ingest/eth/endToEnd.test.ts
 */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type CursorStore, createCursorStore } from "../ingest/listener/cursor.ts";
import {
  backfilled,
  blockRow,
  chain,
  closeAll,
  computed,
  epochsUpTo,
  eventually,
  follow,
  from,
  openNode,
  openStore,
  quietSlot,
  slots,
  to,
} from "./support/ethFollow.ts";
import { fingerprint } from "./support/fingerprint.ts";

let expected: Record<string, string>;
beforeAll(async () => {
  expected = await backfilled();
});
afterEach(closeAll);

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

    // The next move returns to the chain: the made-up branch is the orphan now.
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

  it("a restart resumes after the cursor, without gap or repetition", async () => {
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

  it("a node that starts again with an earlier head and finality, on a branch of seven slots, doesn't change the final tables", async () => {
    const node = await openNode({ slot: (from + 4) * slots + 1, faults: { connectionMs: 300 } });
    const store = await openStore();
    const listener = await follow(node, store);
    await eventually(computed(store), [from]);
    node.faults.isSyncing = true;
    node.restart((from + 2) * slots + 3);
    node.reorg(7);
    node.advance();
    const requestsBefore = node.requests.length;
    await eventually(async () => node.requests.length > requestsBefore + 10, true);

    node.faults.isSyncing = false;
    node.setHead(chain.endSlot);
    await eventually(computed(store), epochsUpTo(to));
    await listener.stop();
    expect(await listener.ended).toBeUndefined();
    expect(new Set(listener.published).size).toBe(listener.published.length);
    expect(await fingerprint(store, "int|fct")).toEqual(expected);
  });

  it("a node that drops states older than finality is followed, and nothing is published before it is final", async () => {
    const node = await openNode({ slot: (from + 1) * slots + 1, faults: { dropsOldStates: true } });
    const store = await openStore();
    const listener = await follow(node, store);
    const requestsOf = (path: string) => node.requests.filter((one) => one.path.startsWith(path)).length;
    const checkpointsPath = "/eth/v1/beacon/states/head/finality_checkpoints";
    for (let slot = node.slot(); slot <= chain.endSlot; slot += 2) {
      // In small steps, like a real node: an epoch is read before its states are dropped.
      node.setHead(slot);
      const looks = requestsOf(checkpointsPath);
      await eventually(async () => requestsOf(checkpointsPath) > looks + 6, true);
      const finalEpoch = chain.snapshots.get(`${chain.headRoots.get(slot)}:${slot}`)?.finalized.epoch;
      expect(Math.max(0, ...listener.published)).toBeLessThan(finalEpoch ?? Number.POSITIVE_INFINITY);
    }
    node.setHead(chain.endSlot);
    await eventually(computed(store), epochsUpTo(to));
    await listener.stop();
    expect(await listener.ended).toBeUndefined();
    // A consolidation's amount is in the state before a transition, which is dropped by then: unknown, with its residual.
    const unknown = /consolidation|reconciliation_daily$/;
    const knownTables = (tables: Record<string, string>) =>
      Object.fromEntries(Object.entries(tables).filter(([table]) => !unknown.test(table)));
    expect(knownTables(await fingerprint(store, "int|fct"))).toEqual(knownTables(expected));
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

  it("a kill between publishing and the cursor causes no duplicates", async () => {
    const node = await openNode();
    const store = await openStore();
    const cursors = createCursorStore(store);
    let writes = 0;
    const dying: CursorStore = {
      ...cursors,
      write: async (listener, cursor) => {
        writes += 1;
        if (writes === 2) throw new Error("killed");
        await cursors.write(listener, cursor);
      },
    };
    const first = await follow(node, store, dying);
    expect(await first.ended).toMatchObject({ message: "killed" });
    await first.stop();
    const second = await follow(node, store);
    // The third unit is published again; the first one only supports it, so no cursor is stored for it.
    await eventually(async () => second.published.slice(0, 1), [from + 1]);
    await eventually(computed(store), epochsUpTo(to));
    await second.stop();
    expect(first.published).toEqual([from - 1, from]);
    expect(await fingerprint(store, "int|fct")).toEqual(expected);
  });

  it("stale stretches, lost streams, error storms and reorgs on the way don't change the final tables", async () => {
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
