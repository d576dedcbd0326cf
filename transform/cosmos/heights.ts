/** Which rows belong to a range of blocks. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { heightColumns, type RowsOfRange, rowsOfRange } from "../frame/heights.ts";

export type DayRange = { first: string; last: string };

/**
 * The days of blocks and of the nearest blocks around them, which define the days' edges.
 * @returns undefined if the warehouse holds no block
 */
export async function daysAround(
  store: Store,
  network: string,
  { from, to }: HeightRange,
): Promise<DayRange | undefined> {
  const [row] = await store.rows<{ blocks: string; first: string; last: string }>(
    internalSql("cosmos/days_around"),
    { network, from, to },
  );
  return row === undefined || Number(row.blocks) === 0 ? undefined : { first: row.first, last: row.last };
}

/** The rows of each table that belong to blocks, or to the days around them. */
export function cosmosRowsOf(network: string, { from, to }: HeightRange, days: DayRange): RowsOfRange {
  return rowsOfRange(heightColumns("cosmos"), {
    height: {
      sql: "network = {network:String} and height between {from:UInt32} and {to:UInt32}",
      params: { network, from, to },
    },
    day: {
      sql: "network = {network:String} and day between {first:Date} and {last:Date}",
      params: { network, ...days },
    },
  });
}

/** Whether a message, not yet checked, belongs to a range of blocks or to its neighbours. */
export function isCosmosMessageOf(json: unknown, network: string, { from, to }: HeightRange): boolean {
  const message = json as { network?: unknown; height?: unknown; blocks?: { height?: unknown }[] } | null;
  if (message?.network !== network) return false;
  const heights = Array.isArray(message.blocks)
    ? message.blocks.map((block) => block?.height)
    : [message.height];
  return heights.some((height) => typeof height === "number" && height >= from - 1 && height <= to + 1);
}
