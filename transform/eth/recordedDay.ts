/** The inputs of a day's records, which may outlive them: retention keeps days for longer. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { type Calendar, type Day, daysOf } from "../../schemas/eth/calendar.ts";

export type RecordedDay = HeightRange & { isComplete: boolean };

/** Every day of both kinds with one of the epochs. */
export function daysWithin(calendar: Calendar, { from, to }: HeightRange): Day[] {
  const days = new Map<string, Day>();
  for (let epoch = from; epoch <= to; epoch++)
    for (const day of daysOf(calendar, epoch)) days.set(`${day.dayType}/${day.day}`, day);
  return [...days.values()];
}

/** The epochs of a day's records; undefined if there are none. */
export async function loadRecordedDay(
  store: Store,
  network: string,
  { dayType, day }: Day,
): Promise<RecordedDay | undefined> {
  const [row] = await store.rows<{ start_epoch: number; end_epoch: number; is_complete: number }>(
    internalSql("eth/recorded_day"),
    { network, day_type: dayType, day },
  );
  if (row === undefined) return undefined;
  return { from: row.start_epoch, to: row.end_epoch, isComplete: row.is_complete === 1 };
}

/** The snapshots between which a day's balances are compared; undefined if they aren't. */
export async function loadReconciled(
  store: Store,
  network: string,
  { dayType, day }: Day,
): Promise<HeightRange | undefined> {
  const [row] = await store.rows<{ start_epoch: number; end_epoch: number }>(
    internalSql("eth/reconciled_day"),
    { network, day_type: dayType, day },
  );
  return row === undefined ? undefined : { from: row.start_epoch, to: row.end_epoch };
}

/** The outermost snapshots of the registry between which a day's balances can be compared; undefined without two. */
export async function loadSnapshots(
  store: Store,
  network: string,
  day: Day,
): Promise<HeightRange | undefined> {
  const [row] = await store.rows<{ start_epoch: number; end_epoch: number; epochs: string }>(
    internalSql("eth/snapshot_range"),
    { network, from: day.firstEpoch, to: day.lastEpoch + 1 },
  );
  if (row === undefined || Number(row.epochs) < 2 || row.start_epoch >= row.end_epoch) return undefined;
  return { from: row.start_epoch, to: row.end_epoch };
}

/** Whether it is known for every slot of some epochs if it has a block: rows are dropped by whole epochs. */
export async function areFactsHere(
  store: Store,
  { network, slotsPerEpoch }: Calendar,
  range: HeightRange,
): Promise<boolean> {
  const [from, to] = [range.from * slotsPerEpoch, (range.to + 1) * slotsPerEpoch - 1];
  const [row] = await store.rows<{ slots: string }>(internalSql("eth/final_slots"), { network, from, to });
  return Number(row?.slots) === to - from + 1;
}
