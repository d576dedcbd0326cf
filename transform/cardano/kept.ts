/** Rows of a range that retention has left: stored epochs, and the inputs of their days' records. */
import { consecutiveRanges, type HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { heightColumns, type RowsOfRange, rowsOfRange } from "../frame/heights.ts";
import { daysOfEpochs } from "./heights.ts";

/** Runs of epochs with stored blocks. */
export async function cardanoRebuildable(store: Store, network: string): Promise<HeightRange[]> {
  const rows = await store.rows<{ epoch: number }>(internalSql("cardano/rebuildable_epochs"), { network });
  return consecutiveRanges(rows.map(({ epoch }) => epoch));
}

/** Number of epochs with known rewards from which the records of days are computed. */
export async function cardanoRecordedDays(
  store: Store,
  network: string,
  range: HeightRange,
): Promise<Map<string, number>> {
  const days = await daysOfEpochs(store, network, range);
  if (days === undefined) return new Map();
  const rows = await store.rows<{ date: string; epochs: string }>(internalSql("cardano/recorded_days"), {
    network,
    ...days,
  });
  return new Map(rows.map(({ date, epochs }) => [`The day ${date}`, Number(epochs)]));
}

/** The facts of epochs, and of the next one; alone, of the two before, too. */
export function cardanoFactsOf(network: string, { from, to }: HeightRange, isAlone: boolean): RowsOfRange {
  const raw = Object.fromEntries(
    Object.entries(heightColumns("cardano")).filter(([table]) => table.startsWith("raw_")),
  );
  return rowsOfRange(raw, {
    epoch: {
      sql: "network = {network:String} and epoch between {from:UInt32} and {to:UInt32}",
      params: { network, from: isAlone ? Math.max(0, from - 2) : from, to: to + 1 },
    },
  });
}
