/** What retention has left of a range: which epochs can be computed again, and of what its days' records are made. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { loadCalendar } from "./heights.ts";
import { daysWithin, loadReconciled, loadRecordedDay } from "./recordedDay.ts";

/**
 * Runs of epochs whose facts are all there. An epoch that was computed from scores of an epoch that is gone can't be the
 * first of a range: a run ends before it.
 */
export async function ethRebuildable(
  store: Store,
  network: string,
  range: HeightRange,
): Promise<HeightRange[]> {
  const { slotsPerEpoch } = await loadCalendar(store, network);
  const rows = await store.rows<{ from_epoch: number; to_epoch: number }>(
    internalSql("eth/rebuildable_epochs"),
    { network, slots: slotsPerEpoch },
  );
  const runs = rows.map(({ from_epoch, to_epoch }) => ({ from: from_epoch, to: to_epoch }));
  const scored = await store.rows(internalSql("eth/scores_before"), { network, epoch: range.from });
  if (scored.length === 0) return runs;
  return runs
    .flatMap(({ from, to }) =>
      from <= range.from && to >= range.from
        ? [
            { from, to: range.from - 1 },
            { from: range.from + 1, to },
          ]
        : [{ from, to }],
    )
    .filter(({ from, to }) => from <= to);
}

/** Of how many epochs the records of the days that hold a range are made, and their balances. */
export async function ethRecordedDays(
  store: Store,
  network: string,
  range: HeightRange,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const day of daysWithin(await loadCalendar(store, network), range)) {
    const name = `The ${day.dayType} day ${day.day} (${day.date})`;
    const recorded = await loadRecordedDay(store, network, day);
    if (recorded !== undefined) found.set(name, recorded.to - recorded.from + 1);
    const balances = await loadReconciled(store, network, day);
    if (balances !== undefined) found.set(`${name}'s reconciliation`, balances.to - balances.from + 1);
  }
  return found;
}
