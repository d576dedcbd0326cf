/** Which rows belong to a range of eras. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { heightColumns, type RowsOfRange, rowsOfRange } from "../frame/heights.ts";

/** The days on which eras of a range and the neighbouring eras, which define the edges, ended; ascending. */
export async function daysAround(
  store: Store,
  network: string,
  { from, to }: HeightRange,
): Promise<string[]> {
  const rows = await store.rows<{ date: string }>(internalSql("polkadot/days_around"), { network, from, to });
  return rows.map(({ date }) => date);
}

/** The rows of each table that belong to eras, or to the days around them. */
export function polkadotRowsOf(
  network: string,
  { from, to }: HeightRange,
  days: readonly string[],
): RowsOfRange {
  return rowsOfRange(heightColumns("polkadot"), {
    era: {
      sql: "network = {network:String} and era between {from:UInt32} and {to:UInt32}",
      params: { network, from, to },
    },
    day: {
      sql: "network = {network:String} and day between {first:Date} and {last:Date}",
      params: { network, first: days[0] ?? "1970-01-01", last: days.at(-1) ?? "1970-01-01" },
    },
  });
}

/** The facts of eras, and of the next one; alone, of the previous one, too. */
export function polkadotFactsOf(network: string, { from, to }: HeightRange, isAlone: boolean): RowsOfRange {
  const raw = Object.fromEntries(
    Object.entries(heightColumns("polkadot")).filter(([table]) => table.startsWith("raw_")),
  );
  return rowsOfRange(raw, {
    era: {
      sql: "network = {network:String} and era between {from:UInt32} and {to:UInt32}",
      params: { network, from: isAlone ? Math.max(0, from - 1) : from, to: to + 1 },
    },
  });
}

/** Whether a message, not yet checked, belongs to a range of eras or to its neighbours. Names belong to all ranges. */
export function isPolkadotMessageOf(json: unknown, network: string, { from, to }: HeightRange): boolean {
  const message = json as { network?: unknown; era?: unknown } | null;
  if (message?.network !== network) return false;
  return typeof message.era !== "number" || (message.era >= from - 1 && message.era <= to + 1);
}
