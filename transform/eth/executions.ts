/** What is made again when execution nodes or relays tell of epochs: their blocks, and what days have of these. */
import { consecutiveRanges, type HeightRange } from "../../lib/heightRange.ts";
import type { Store } from "../../lib/store/store.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import { blocksBehind, writeBlocks } from "./blocks.ts";
import type { EntityDay } from "./entityDays.ts";
import { completeDays } from "./executionDays.ts";
import type { NetworkInfo } from "./networks.ts";

export type Executions = {
  /** Writes the blocks of epochs whose proposals were just written; their days are made by the caller. */
  afterProposals(info: NetworkInfo, ranges: readonly HeightRange[]): Promise<void>;
  /** Marks epochs of which something was told. */
  mark(info: NetworkInfo, epochs: Iterable<number>): void;
  /** Marks what an earlier process left behind. */
  recover(info: NetworkInfo): Promise<void>;
  settle(scope: "due" | "all"): Promise<void>;
};

/** Epochs whose blocks are to be made, and whether every day is to be looked at. */
type Told = { info: NetworkInfo; epochs: Set<number>; isAll: boolean };

/** @param onDay told of each day whose records were completed */
export function createExecutions(store: Store, onDay: (day: EntityDay) => void): Executions {
  const told = new Map<string, Told>();

  function merge({ info, epochs, isAll }: Told): void {
    const known = told.get(info.network);
    told.set(info.network, {
      info,
      epochs: new Set([...(known?.epochs ?? []), ...epochs]),
      isAll: isAll || known?.isAll === true,
    });
  }

  async function complete({ info, epochs, isAll }: Told): Promise<void> {
    const ranges = consecutiveRanges([...epochs].sort((one, other) => one - other));
    const changed = await writeBlocks(store, info, ranges);
    // Of ranges that were said anew amounts are compared, too.
    for (const range of isAll ? ["all" as const, ...changed] : changed)
      for (const day of await completeDays(store, info, range)) onDay(day);
  }

  const networks = createDirtyPeriods<string>({
    keyOf: (network) => network,
    make: async (network) => {
      const found = told.get(network);
      if (found === undefined) return;
      told.delete(network);
      try {
        await complete(found);
      } catch (error) {
        merge(found);
        throw error;
      }
    },
  });

  function mark(found: Told): void {
    merge(found);
    networks.mark(found.info.network);
  }

  return {
    afterProposals: async (info, ranges) => {
      const later = (await writeBlocks(store, info, ranges)).slice(ranges.length);
      const epochs = new Set(later.map(({ from }) => from));
      if (epochs.size > 0) mark({ info, epochs, isAll: false });
    },
    mark: (info, epochs) => mark({ info, epochs: new Set(epochs), isAll: false }),
    recover: async (info) => mark({ info, epochs: new Set(await blocksBehind(store, info)), isAll: true }),
    settle: (scope) => networks.settle(scope),
  };
}
