/** Rows of a range that retention has left: epochs that can be recomputed, and the inputs of its days' records. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import type { RowsOfRange } from "../frame/heights.ts";
import { type EpochRow, loadEpochRows } from "./announcements.ts";
import { ethRowsOf, loadCalendar } from "./heights.ts";
import { areFactsHere, daysWithin, loadReconciled, loadRecordedDay } from "./recordedDay.ts";

/**
 * Runs of epochs whose facts are all stored. An epoch that was computed from scores of an epoch that is gone can't be
 * the first of a range: a run ends before it.
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

/**
 * Number of epochs from which the records of the days of a range, and their balances, are computed.
 * @param isOutlivedOnly balances only if facts from which they were computed are gone: the others are recomputed
 */
export async function ethRecordedDays(
  store: Store,
  network: string,
  range: HeightRange,
  isOutlivedOnly: boolean,
): Promise<Map<string, number>> {
  const kept = new Map<string, number>();
  const calendar = await loadCalendar(store, network);
  for (const day of daysWithin(calendar, range)) {
    const name = `The ${day.dayType} day ${day.day} (${day.date})`;
    const recorded = await loadRecordedDay(store, network, day);
    if (recorded !== undefined) kept.set(name, recorded.to - recorded.from + 1);
    const balances = await loadReconciled(store, network, day);
    if (balances !== undefined && !(isOutlivedOnly && (await areFactsHere(store, calendar, balances))))
      kept.set(`${name}'s reconciliation`, balances.to - balances.from + 1);
  }
  return kept;
}

/**
 * The facts of epochs, and of the following one, if those before are known; otherwise with the facts that they need of
 * earlier epochs: the previous epoch, and all rows of the registry back to the snapshot on which it is based.
 */
export async function ethFactsOf(
  store: Store,
  network: string,
  { from, to }: HeightRange,
  isAlone: boolean,
): Promise<RowsOfRange> {
  const calendar = await loadCalendar(store, network);
  const first = isAlone ? Math.max(0, from - 1) : from + 1;
  const announced = isAlone ? await loadEpochRows(store, network, first, first) : new Map<number, EpochRow>();
  const snapshot = announced.get(first)?.registry_epoch ?? first;
  const own = ethRowsOf(calendar, { from: first, to: to + 1 });
  const grown = ethRowsOf(calendar, { from: snapshot, to: to + 1 });
  const registry = ["raw_eth_registry", "raw_eth_epoch"];
  return new Map(
    [...own]
      .filter(([table]) => table.startsWith("raw_"))
      .map(([table, filter]) => [table, registry.includes(table) ? (grown.get(table) ?? filter) : filter]),
  );
}
