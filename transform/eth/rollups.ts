/** Records built on computed epochs: proposals at once, days when they are due. */
import { consecutiveRanges } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { type Day, daysOf } from "../../schemas/eth/calendar.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { createDayRecords } from "./dayRecords.ts";
import { modelConstants } from "./modelConstants.ts";
import type { NetworkInfo } from "./networks.ts";

export type Rollups = {
  /** Writes the proposals that the epochs settle and rolls up what is due. */
  afterEpochs(info: NetworkInfo, epochs: readonly number[]): Promise<void>;
  /** Marks the days that an earlier process left behind. */
  recover(info: NetworkInfo): Promise<void>;
  /** Rolls up what is dirty: all of it, or none while roll-ups rest. */
  settle(scope: "due" | "all"): Promise<void>;
};

export function createRollups({ store, log }: { store: Store; log: Logger }): Rollups {
  const models = loadModels("eth");
  const records = createDayRecords({ store, log });
  // One at a time: a roll-up takes half a gigabyte at mainnet size.
  const days = createDirtyPeriods<{ info: NetworkInfo; day: Day }>({
    keyOf: ({ info, day }) => `${info.network}/${day.dayType}/${day.day}`,
    make: ({ info, day }) => records.write(info, day),
  });

  function markDays(info: NetworkInfo, from: number, to: number): void {
    for (let epoch = from; epoch <= to; epoch++)
      for (const day of daysOf(info.calendar, epoch)) days.mark({ info, day });
  }

  /** Writes the proposals of epochs from..to; their days are to be rolled up. */
  async function writeProposals(info: NetworkInfo, from: number, to: number): Promise<void> {
    await runModels(store, models.get("epoch") ?? [], {
      ...modelConstants(info),
      from_epoch: from,
      to_epoch: to,
    });
    markDays(info, from, to);
  }

  /** Epochs from `from` on whose missed slots are worth what all blocks before them earned. */
  async function epochsWithoutRewards({ network, calendar }: NetworkInfo, from: number): Promise<number[]> {
    const rows = await store.rows<{ epoch: number }>(internalSql("eth/epochs_without_rewards"), {
      network,
      from,
      slots: calendar.slotsPerEpoch,
    });
    return rows.map(({ epoch }) => epoch);
  }

  return {
    afterEpochs: async (info, epochs) => {
      const ranges = consecutiveRanges([...epochs].sort((a, b) => a - b));
      const newest = ranges.at(-1)?.to ?? 0;
      for (const { from, to } of ranges) {
        // The following epoch's blocks include attestations of these.
        await writeProposals(info, from, to + 1);
        // The day before may have waited for this one's first snapshot.
        if (from > 0) markDays(info, from - 1, from - 1);
      }
      // One after the other, and whoever wrote them: these epochs' blocks may be among those that count.
      for (const epoch of await epochsWithoutRewards(info, ranges[0]?.from ?? 0))
        await writeProposals(info, epoch, epoch);
      const isResting = days.isResting();
      await days.run(
        ({ info: own, day }) => own.network === info.network && (day.lastEpoch <= newest || !isResting),
      );
    },
    recover: async (info) => {
      for (const { from, to } of await records.behind(info)) markDays(info, from, to);
    },
    settle: days.settle,
  };
}
