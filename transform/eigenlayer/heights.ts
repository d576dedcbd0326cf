/** Which rows belong to a range of blocks. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { heightColumns, type RowsOfRange, rowsOfRange } from "../frame/heights.ts";

type DayRange = { first: string; last: string };

const always: DayRange = { first: "1970-01-01", last: "2149-06-06" };

/**
 * The days from the first to the last stored block of a range.
 * @returns undefined if there are none
 */
export async function daysOfBlocks(
  store: Store,
  network: string,
  { from, to }: HeightRange,
): Promise<DayRange | undefined> {
  const [row] = await store.rows<{ spans: string; first: string; last: string }>(
    internalSql("eigenlayer/days_of_blocks"),
    { network, from, to },
  );
  return row === undefined || Number(row.spans) === 0 ? undefined : { first: row.first, last: row.last };
}

/**
 * The days of a range, and all later computed ones: a state is the sum of all earlier changes, so they depend on it.
 * @returns undefined if no block of the range is stored
 */
export async function daysSince(
  store: Store,
  network: string,
  range: HeightRange,
): Promise<DayRange | undefined> {
  const days = await daysOfBlocks(store, network, range);
  if (days === undefined) return undefined;
  const [row] = await store.rows<{ last: string }>(internalSql("eigenlayer/last_recorded_day"), { network });
  return { first: days.first, last: row !== undefined && row.last > days.last ? row.last : days.last };
}

const filters = (network: string, { from, to }: HeightRange, days: DayRange) => ({
  block: {
    sql: "network = {network:String} and block between {from:UInt32} and {to:UInt32}",
    params: { network, from, to },
  },
  day: {
    sql: "network = {network:String} and day between {first:Date} and {last:Date}",
    params: { network, ...days },
  },
});

const columnsOf = (isWanted: (table: string) => boolean) =>
  Object.fromEntries(Object.entries(heightColumns("eigenlayer")).filter(([table]) => isWanted(table)));
const isRaw = (table: string) => table.startsWith("raw_");

/**
 * The rows of each table that belong to blocks, or to their days; for computed tables also those of later days.
 * @returns undefined if no block of the range is stored
 */
export async function eigenlayerRowsOf(
  store: Store,
  network: string,
  range: HeightRange,
): Promise<RowsOfRange | undefined> {
  const days = await daysOfBlocks(store, network, range);
  const since = await daysSince(store, network, range);
  if (days === undefined || since === undefined) return undefined;
  return new Map([
    ...rowsOfRange(columnsOf(isRaw), filters(network, range, days)),
    ...rowsOfRange(
      columnsOf((table) => !isRaw(table)),
      filters(network, range, since),
    ),
  ]);
}

/** The facts of blocks and days, with all earlier ones: a state is the sum of all earlier changes. */
export function eigenlayerFactsOf(
  network: string,
  range: HeightRange,
  { isAlone, days }: { isAlone: boolean; days: DayRange | undefined },
): RowsOfRange {
  return rowsOfRange(
    columnsOf(isRaw),
    isAlone
      ? filters(network, { from: 0, to: 4_294_967_295 }, always)
      : filters(network, range, days ?? { first: always.last, last: always.first }),
  );
}

/** Whether a message, not yet checked, belongs to a range of blocks, or may. */
export function isEigenlayerMessageOf(json: unknown, network: string, { from, to }: HeightRange): boolean {
  const message = json as {
    network?: unknown;
    from?: unknown;
    to?: unknown;
    block?: unknown;
    last_block?: unknown;
  } | null;
  if (message?.network !== network) return false;
  const first = message.from ?? message.block ?? message.last_block;
  // Prices belong to no block.
  if (typeof first !== "number") return true;
  const last = typeof message.to === "number" ? message.to : first;
  return first <= to && last >= from;
}
