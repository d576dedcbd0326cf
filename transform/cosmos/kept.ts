/** Rows of a range that retention has left: stored blocks, and the inputs of their days' records. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { heightColumns, type RowsOfRange, rowsOfRange } from "../frame/heights.ts";
import { type DayRange, daysAround } from "./heights.ts";

/** Runs of stored blocks. */
export async function cosmosRebuildable(store: Store, network: string): Promise<HeightRange[]> {
  const rows = await store.rows<{ from_block: number; to_block: number }>(
    internalSql("cosmos/rebuildable_blocks"),
    { network },
  );
  return rows.map(({ from_block, to_block }) => ({ from: from_block, to: to_block }));
}

/** Number of blocks from which the records of the days around a range are computed. */
export async function cosmosRecordedDays(
  store: Store,
  network: string,
  range: HeightRange,
): Promise<Map<string, number>> {
  const days = await daysToReplace(store, network, range);
  if (days === undefined) return new Map();
  const rows = await store.rows<{ date: string; blocks: string }>(internalSql("cosmos/recorded_days"), {
    network,
    ...days,
  });
  return new Map(rows.map(({ date, blocks }) => [`The day ${date}`, Number(blocks)]));
}

/** Whether a day's records are computed from blocks that are no longer stored. */
export async function isOutlived(store: Store, network: string, day: string): Promise<boolean> {
  return (await store.rows(internalSql("cosmos/lost_blocks"), { network, day })).length > 0;
}

/**
 * The days around a range of blocks whose records depend on it. Records of a neighbouring day that outlive its blocks
 * stay.
 * @returns undefined if the warehouse holds no block
 */
export async function daysToReplace(
  store: Store,
  network: string,
  range: HeightRange,
): Promise<DayRange | undefined> {
  const around = await daysAround(store, network, range);
  if (around === undefined) return undefined;
  const own = await store.rows<{ date: string }>(internalSql("cosmos/days_of_blocks"), { network, ...range });
  const [first, last] = [own[0]?.date, own.at(-1)?.date];
  const nearest = async (outer: string, inner: string | undefined) =>
    inner !== undefined && outer !== inner && (await isOutlived(store, network, outer)) ? inner : outer;
  return { first: await nearest(around.first, first), last: await nearest(around.last, last) };
}

/** The facts of blocks, and of the next one; alone, of the previous one, too. */
export function cosmosFactsOf(network: string, { from, to }: HeightRange, isAlone: boolean): RowsOfRange {
  const raw = Object.fromEntries(
    Object.entries(heightColumns("cosmos")).filter(([table]) => table.startsWith("raw_")),
  );
  return rowsOfRange(raw, {
    height: {
      sql: "network = {network:String} and height between {from:UInt32} and {to:UInt32}",
      params: { network, from: isAlone ? Math.max(0, from - 1) : from + 1, to: to + 1 },
    },
  });
}
