/** Short histories of Solana for the laws of the pipeline. */
import { expect } from "vitest";
import { createSolanaHistory } from "../../fixtures/solana/model.ts";
import type { SolanaHistoryOptions } from "../../fixtures/solana/options.ts";
import { startSolanaStub } from "../../fixtures/solana/stubNode.ts";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { versionUnits } from "../../lib/version.ts";
import type { ChainMessage, ChainTransform } from "../../transform/frame/worker.ts";
import { intervalSlots, lateSlots } from "../../transform/solana/rules.ts";
import { createSolanaTransform } from "../../transform/solana/transform.ts";
import type { LawChain } from "./laws.ts";
import { log } from "./solana.ts";
import { lastBlock, publishedBy } from "./solanaMessages.ts";

/** Midnight, two edges of epochs and one of intervals (75,000) are in it, and slots without blocks at each. */
const short: SolanaHistoryOptions = { seed: 3, slots: 260, firstSlot: 74_860 };

export const lawHistories = {
  "before Alpenglow": short,
  "through its migration": { ...short, seed: 4, alpenglowSlot: 74_953 },
} satisfies Record<string, SolanaHistoryOptions>;

/** The listener's messages about a history that it reads in two parts, with the state at either end. */
export async function lawMessages(options: SolanaHistoryOptions): Promise<BusMessage[]> {
  const history = createSolanaHistory(options);
  const middle = lastBlock(history, history.first + 149);
  const head = lastBlock(history);
  const node = await startSolanaStub(history, { head: middle });
  try {
    const before = await publishedBy([node.url], { from: history.first, to: middle });
    node.settings.head = head;
    return [...before, ...(await publishedBy([node.url], { from: middle + 1, to: head }))];
  } finally {
    await node.close();
  }
}

/** Intervals and records that a worker would recompute. */
export async function staleUnits(store: Store): Promise<unknown[]> {
  const units = versionUnits({ revision: 12, facts: 22, state: 30 });
  const params = {
    interval_slots: intervalSlots,
    late_slots: lateSlots,
    version_revision: units.revision,
    version_facts: units.facts,
  };
  const reads = ["intervals_behind", "records_behind"].map((name) =>
    store.rows(internalSql(`solana/${name}`), params),
  );
  return (await Promise.all(reads)).flat();
}

/** @param options one of `lawHistories` */
export const solanaLaws = (options: SolanaHistoryOptions): LawChain => ({
  family: "solana",
  listen: () => lawMessages(options),
  createTransform: (store) => createSolanaTransform({ store, log }) as ChainTransform<ChainMessage>,
  check: async (store) => {
    expect(await staleUnits(store), "what a new worker would recompute").toEqual([]);
  },
});
