/** Which rows belong to a range of blocks. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { heightColumns, type RowsOfRange, rowsOfRange } from "../frame/heights.ts";

export type DayRange = { first: string; last: string };

/**
 * The days from the first to the last stored block of a range.
 * @returns undefined if there are none
 */
export async function daysOfBlocks(
  store: Store,
  network: string,
  { from, to }: HeightRange,
): Promise<DayRange | undefined> {
  const [row] = await store.rows<{ blocks: string; first: string; last: string }>(
    internalSql("avalanche/days_of_blocks"),
    { network, from, to },
  );
  return row === undefined || Number(row.blocks) === 0 ? undefined : { first: row.first, last: row.last };
}

const heights = (network: string, { from, to }: HeightRange) => ({
  sql: "network = {network:String} and height between {from:UInt32} and {to:UInt32}",
  params: { network, from, to },
});

/** The rows of each table that belong to blocks, or to their days. */
export function avalancheRowsOf(network: string, range: HeightRange, days: DayRange): RowsOfRange {
  return rowsOfRange(heightColumns("avalanche"), {
    height: heights(network, range),
    day: {
      sql: "network = {network:String} and day between {first:Date} and {last:Date}",
      params: { network, ...days },
    },
  });
}

/**
 * The facts of blocks, and all others on which their records depend: any stake, and so the supply, may extend into
 * them.
 */
export function avalancheFactsOf(network: string, { from, to }: HeightRange, isAlone: boolean): RowsOfRange {
  const raw = Object.fromEntries(
    Object.entries(heightColumns("avalanche")).filter(([table]) => table.startsWith("raw_")),
  );
  return rowsOfRange(raw, {
    height: heights(network, isAlone ? { from: 0, to: 4_294_967_295 } : { from, to }),
  });
}

/** Whether a message, not yet checked, belongs to a range of blocks or to its neighbours. */
export function isAvalancheMessageOf(json: unknown, network: string, { from, to }: HeightRange): boolean {
  const message = json as { network?: unknown; from?: unknown; count?: unknown; height?: unknown } | null;
  if (message?.network !== network) return false;
  const first = message.from ?? message.height;
  if (typeof first !== "number") return false;
  const last = typeof message.count === "number" ? first + message.count - 1 : first;
  return first <= to + 1 && last >= from - 1;
}
