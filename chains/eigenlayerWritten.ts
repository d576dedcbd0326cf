/** The state that EigenLayer's listener reads from the warehouse when it starts after the first block. */
import type { Written } from "../ingest/eigenlayer/written.ts";
import type { HeightRange } from "../lib/heightRange.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";

/** Runs of blocks that are read, without a hole between them. */
export async function readRuns(store: Store, network: string): Promise<HeightRange[]> {
  const rows = await store.rows<{ from_block: number; to_block: number }>(internalSql("eigenlayer/runs"), {
    network,
  });
  return rows.map((run) => ({ from: run.from_block, to: run.to_block }));
}

export const writtenIn = (store: Store): Written => ({
  runs: (network) => readRuns(store, network),
  known: async (network, block) => {
    const { createKnown, noteStaker, noteStrategy, snapshotKey } = await import(
      "../ingest/eigenlayer/known.ts"
    );
    const state = createKnown();
    const accounts = await store.rows<{
      kind: string;
      address: string;
      strategy: string;
      first_block: number;
    }>(internalSql("eigenlayer/known_accounts"), { network, block });
    for (const { kind, address, strategy, first_block } of accounts) {
      if (kind === "strategy") noteStrategy(state, address, first_block);
      else noteStaker(state, address, strategy, first_block);
    }
    const roots = await store.rows<{
      root_index: number;
      block: number;
      root: string;
      calculation_end: number;
      disabled_block: number;
    }>(internalSql("eigenlayer/known_roots"), { network, block });
    for (const { disabled_block, ...root } of roots)
      state.roots.set(root.root_index, { ...root, isDisabled: disabled_block > 0 });
    const snapshots = await store.rows<{ snapshot: number; root_index: number }>(
      internalSql("eigenlayer/known_snapshots"),
      { network },
    );
    const withdrawals = await store.rows<{ root: string; strategy: string; amount: string }>(
      internalSql("eigenlayer/known_withdrawals_m1"),
      { network, block },
    );
    for (const { root, strategy, amount } of withdrawals) {
      const shares = state.queuedM1.get(root)?.shares ?? [];
      state.queuedM1.set(root, { root, shares: [...shares, { strategy, amount }] });
    }
    for (const { snapshot, root_index } of snapshots) state.snapshots.add(snapshotKey(snapshot, root_index));
    return state;
  },
});
