/** Records built on computed epochs: proposals, correlation penalties and spans at once, days when they are due. */
import { consecutiveRanges, type HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Day } from "../../schemas/eth/calendar.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import { writeConsolidations } from "./consolidations.ts";
import { writeCorrelations } from "./correlations.ts";
import { createDayRecords } from "./dayRecords.ts";
import { type EntityDay, outdatedEntityDays, writeEntityDay } from "./entityDays.ts";
import { createExecutions } from "./executions.ts";
import type { NetworkInfo } from "./networks.ts";
import { outdatedDays } from "./outdatedDays.ts";
import { writeProposals } from "./proposals.ts";
import { createQueues } from "./queues.ts";
import { daysWithin } from "./recordedDay.ts";
import { checkRewards } from "./rewardChecks.ts";
import { createSpans } from "./spans.ts";
import { writeWindows } from "./windows.ts";

export type Rollups = {
  /** Writes the proposals settled by the epochs, the spans that they complete, and rolls up days that are due. */
  afterEpochs(info: NetworkInfo, epochs: readonly number[]): Promise<void>;
  /** Compares epochs with the rewards that a node returned, if they are computed. */
  afterNodeRewards(info: NetworkInfo, epochs: readonly number[]): Promise<void>;
  /** Marks that depositors have become known: when the source is quiet, days with changed entities are recomputed. */
  afterDeposits(network: string): void;
  /** Marks epochs with new facts of execution nodes or relays. */
  afterExecution(info: NetworkInfo, epochs: Iterable<number>): void;
  /** Marks the days that an earlier process did not finish. */
  recover(info: NetworkInfo): Promise<void>;
  /** Rolls up dirty periods: all of them, or none while roll-ups pause. */
  settle(scope: "due" | "all"): Promise<void>;
};

type DirtyDay = { info: NetworkInfo; day: Day };

const keyOf = ({ info, day }: DirtyDay) => `${info.network}/${day.dayType}/${day.day}`;

/** Days that start or end next to an epoch: their balances are compared at snapshots of neighbouring epochs. */
function neighboursOf({ calendar }: NetworkInfo, epoch: number): Day[] {
  const around = daysWithin(calendar, { from: Math.max(0, epoch - 1), to: epoch + 1 });
  return around.filter(({ firstEpoch, lastEpoch }) => epoch < firstEpoch || epoch > lastEpoch);
}

export function createRollups({ store, log }: { store: Store; log: Logger }): Rollups {
  const spans = createSpans(store);
  const records = createDayRecords({ store, spans, log });
  // One at a time: a roll-up takes 130 MB at mainnet size, and two cores.
  const days = createDirtyPeriods<DirtyDay>({
    keyOf,
    make: async ({ info, day }) => {
      const made = await records.write(info, day);
      if (made !== undefined) entityDays.mark(made);
      // It shows since when exits are known.
      queues.mark(info.network);
    },
  });
  // Running days are recomputed repeatedly. Their entities wait for a quiet moment, because few clients read them
  // before.
  const entityDays = createDirtyPeriods<EntityDay>({
    keyOf: ({ network, day_type, day }) => `${network}/${day_type}/${day}`,
    make: async (day) => {
      await writeEntityDay(store, day);
      if (day.day_type === "chain") windows.mark(day.network);
    },
  });
  const windows = createDirtyPeriods<string>({
    keyOf: (network) => network,
    make: async (network) => {
      await writeWindows(store, network);
    },
  });

  const deposits = createDirtyPeriods<string>({
    keyOf: (network) => network,
    make: async (network) => {
      for (const day of await outdatedEntityDays(store, network)) entityDays.mark(day);
    },
  });

  const executions = createExecutions(store, (day) => entityDays.mark(day));

  const queueRecords = createQueues(store);
  /** By network, the last epoch computed since its queues were. */
  const newestComputed = new Map<string, number>();
  const queues = createDirtyPeriods<string>({
    keyOf: (network) => network,
    make: async (network) => {
      await queueRecords.write(network, newestComputed.get(network));
      newestComputed.delete(network);
    },
  });

  function markDays(info: NetworkInfo, range: HeightRange): void {
    for (const day of daysWithin(info.calendar, range)) days.mark({ info, day });
  }

  return {
    afterEpochs: async (info, epochs) => {
      queues.mark(info.network);
      newestComputed.set(info.network, Math.max(newestComputed.get(info.network) ?? 0, ...epochs));
      const ranges = consecutiveRanges([...epochs].sort((a, b) => a - b));
      const reconciled = new Map<string, DirtyDay>();
      for (const range of ranges) {
        // The following epoch's blocks include attestations of these.
        markDays(info, { from: range.from, to: range.to + 1 });
        for (let epoch = range.from; epoch <= range.to; epoch++)
          for (const day of neighboursOf(info, epoch)) reconciled.set(keyOf({ info, day }), { info, day });
      }
      for (const range of await writeCorrelations(store, info, ranges)) markDays(info, range);
      const repriced = await writeProposals(store, info, ranges);
      for (const range of repriced) markDays(info, range);
      await executions.afterProposals(info, [
        ...ranges.map(({ from, to }) => ({ from, to: to + 1 })),
        ...repriced,
      ]);
      await writeConsolidations(store, info, ranges);
      // Before the balance comparison, whose records name differences.
      await checkRewards({ store, log }, info, [...ranges, ...repriced]);
      for (const range of ranges) await spans.write(info, range);
      const isResting = days.isResting();
      const newest = ranges.at(-1)?.to ?? 0;
      // A day that has become complete never waits; one that was complete before is recomputed when its end is.
      await days.run(
        async ({ info: own, day }) =>
          own.network === info.network &&
          (!isResting || day.lastEpoch <= newest || (await records.isNewlyWhole(own, day))),
      );
      for (const dirty of reconciled.values())
        if (!days.isMarked(dirty)) await records.reconcile(info, dirty.day);
    },
    afterNodeRewards: async (info, epochs) => {
      const ranges = consecutiveRanges([...epochs].sort((a, b) => a - b));
      await checkRewards({ store, log }, info, ranges);
      // Attestations are paid up to two epochs later.
      for (const { from, to } of ranges)
        for (const day of daysWithin(info.calendar, { from: Math.max(0, from - 1), to: to + 2 }))
          await records.reconcile(info, day);
    },
    afterDeposits: (network) => deposits.mark(network),
    afterExecution: (info, epochs) => executions.mark(info, epochs),
    recover: async (info) => {
      for (const day of await outdatedDays(store, info)) days.mark({ info, day });
      for (const day of await outdatedEntityDays(store, info.network)) entityDays.mark(day);
      await executions.recover(info);
      windows.mark(info.network);
      queues.mark(info.network);
    },
    settle: async (scope) => {
      await executions.settle(scope);
      await days.settle(scope);
      await deposits.run(() => scope === "all" || deposits.isQuiet());
      await entityDays.run(
        ({ is_complete }) =>
          scope === "all" || entityDays.isQuiet() || (is_complete === 1 && !entityDays.isResting()),
      );
      await windows.settle(scope);
      await queues.settle(scope);
    },
  };
}
