/** Recomputation after new facts from execution nodes or relays: the blocks of epochs, and their part of days. */
import { consecutiveRanges, type HeightRange } from "../../lib/heightRange.ts";
import type { Store } from "../../lib/store/store.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import { outdatedBlocks, writeBlocks } from "./blocks.ts";
import type { EntityDay } from "./entityDays.ts";
import { completeDays } from "./executionDays.ts";
import type { NetworkInfo } from "./networks.ts";

export type Executions = {
  /** Writes the blocks of epochs whose proposals were just written; the caller computes their days. */
  afterProposals(info: NetworkInfo, ranges: readonly HeightRange[]): Promise<void>;
  /** Marks epochs with new facts. */
  mark(info: NetworkInfo, epochs: Iterable<number>): void;
  /** Marks work that an earlier process did not finish. */
  recover(info: NetworkInfo): Promise<void>;
  settle(scope: "due" | "all"): Promise<void>;
};

/** Epochs whose blocks are to be computed, and whether to check every day. */
type PendingEpochs = { info: NetworkInfo; epochs: Set<number>; isAll: boolean };

/** @param onDay called for each day whose records were completed */
export function createExecutions(store: Store, onDay: (day: EntityDay) => void): Executions {
  const pending = new Map<string, PendingEpochs>();

  function merge({ info, epochs, isAll }: PendingEpochs): void {
    const previous = pending.get(info.network);
    pending.set(info.network, {
      info,
      epochs: new Set([...(previous?.epochs ?? []), ...epochs]),
      isAll: isAll || previous?.isAll === true,
    });
  }

  async function complete({ info, epochs, isAll }: PendingEpochs): Promise<void> {
    const ranges = consecutiveRanges([...epochs].sort((one, other) => one - other));
    const changed = await writeBlocks(store, info, ranges);
    // For ranges with new statements, amounts are compared, too.
    for (const range of isAll ? ["all" as const, ...changed] : changed)
      for (const day of await completeDays(store, info, range)) onDay(day);
  }

  const networks = createDirtyPeriods<string>({
    keyOf: (network) => network,
    make: async (network) => {
      const due = pending.get(network);
      if (due === undefined) return;
      pending.delete(network);
      try {
        await complete(due);
      } catch (error) {
        merge(due);
        throw error;
      }
    },
  });

  function mark(marked: PendingEpochs): void {
    merge(marked);
    networks.mark(marked.info.network);
  }

  return {
    afterProposals: async (info, ranges) => {
      const later = (await writeBlocks(store, info, ranges)).slice(ranges.length);
      const epochs = new Set(later.map(({ from }) => from));
      if (epochs.size > 0) mark({ info, epochs, isAll: false });
    },
    mark: (info, epochs) => mark({ info, epochs: new Set(epochs), isAll: false }),
    recover: async (info) => mark({ info, epochs: new Set(await outdatedBlocks(store, info)), isAll: true }),
    settle: (scope) => networks.settle(scope),
  };
}
