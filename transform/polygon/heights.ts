/**
 * Which rows belong to a range of checkpoints. Stake events belong to none: all later records are computed from them.
 */
import { consecutiveRanges, type HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { heightColumns, type RowsOfRange, rowsOfRange } from "../frame/heights.ts";

type DayRange = { first: string; last: string };

/** The days of checkpoints and their neighbours. @returns undefined if the warehouse holds none of them */
export async function daysAround(
  store: Store,
  network: string,
  { from, to }: HeightRange,
): Promise<DayRange | undefined> {
  const [row] = await store.rows<DayRange & { checkpoints: string }>(internalSql("polygon/days_around"), {
    network,
    from,
    to,
  });
  return row === undefined || Number(row.checkpoints) === 0
    ? undefined
    : { first: row.first, last: row.last };
}

const ofCheckpoints = (network: string, { from, to }: HeightRange) => ({
  sql: "network = {network:String} and checkpoint between {from:UInt32} and {to:UInt32}",
  params: { network, from, to },
});

/** The rows of each table that belong to checkpoints, or to the days around them. */
export function polygonRowsOf(network: string, range: HeightRange, days: DayRange): RowsOfRange {
  return rowsOfRange(heightColumns("polygon"), {
    checkpoint: ofCheckpoints(network, range),
    day: {
      sql: "network = {network:String} and day between {first:Date} and {last:Date}",
      params: { network, ...days },
    },
    // Windows with a day of the range; stakes are reconciled with the latest reading.
    to_day: {
      sql: "network = {network:String} and from_day <= {last:Date} and to_day >= {first:Date}",
      params: { network, ...days },
    },
    block_number: { sql: "network = {network:String}", params: { network } },
  });
}

/** The facts of checkpoints, and of their neighbours: alone, only of the previous one. */
export function polygonFactsOf(network: string, { from, to }: HeightRange): RowsOfRange {
  const raw = Object.fromEntries(
    Object.entries(heightColumns("polygon")).filter(([table]) => table.startsWith("raw_")),
  );
  return rowsOfRange(raw, {
    checkpoint: ofCheckpoints(network, { from: Math.max(0, from - 1), to: to + 1 }),
  });
}

/** Runs of checkpoints with stored facts. */
export async function polygonRebuildable(store: Store, network: string): Promise<HeightRange[]> {
  const rows = await store.rows<{ checkpoint: number }>(internalSql("polygon/rebuildable_checkpoints"), {
    network,
  });
  return consecutiveRanges(rows.map(({ checkpoint }) => checkpoint));
}

/** Number of checkpoints, and of their known facts, from which the records of days are computed. */
export async function polygonRecordedDays(
  store: Store,
  network: string,
  range: HeightRange,
): Promise<Map<string, number>> {
  const days = await daysAround(store, network, range);
  if (days === undefined) return new Map();
  const rows = await store.rows<{ date: string; checkpoints: string }>(internalSql("polygon/recorded_days"), {
    network,
    ...days,
  });
  return new Map(rows.map(({ date, checkpoints }) => [`The day ${date}`, Number(checkpoints)]));
}

/** Runs of blocks of the root chain with stored events. */
export async function knownBlocks(store: Store, network: string): Promise<HeightRange[]> {
  const rows = await store.rows<{ from_block: number; to_block: number }>(
    internalSql("polygon/known_blocks"),
    { network },
  );
  return rows.map(({ from_block, to_block }) => ({ from: from_block, to: to_block }));
}

/** Whether a message, not yet checked, belongs to a range of checkpoints. Events and states belong to all. */
export function isPolygonMessageOf(json: unknown, network: string, { from, to }: HeightRange): boolean {
  const message = json as { network?: unknown; checkpoints?: unknown } | null;
  if (message?.network !== network) return false;
  if (!Array.isArray(message.checkpoints)) return true;
  return message.checkpoints.some((one: { checkpoint?: unknown } | null) => {
    const number = one?.checkpoint;
    return typeof number === "number" && number >= from - 1 && number <= to + 1;
  });
}
