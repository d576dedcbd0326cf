/** Which rows belong to a range of epochs. */
import { ConfigError } from "../../lib/errors.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { RowFilter } from "../../lib/store/shadow.ts";
import type { Store } from "../../lib/store/store.ts";
import { type Calendar, daysOf } from "../../schemas/eth/calendar.ts";
import { heightColumns, type RowsOfRange, rowsOfRange } from "../frame/heights.ts";
import { spanOf } from "./spans.ts";

/** Times of a network, as stored in the warehouse. @throws ConfigError if the network is unknown */
export async function loadCalendar(store: Store, network: string): Promise<Calendar> {
  const [row] = await store.rows<{
    genesis_time: string;
    slots_per_epoch: number;
    seconds_per_slot: number;
  }>(internalSql("eth/calendar"), { network });
  if (row === undefined) throw new ConfigError(`The warehouse does not know the network ${network}`);
  return {
    network,
    genesisTime: Number(row.genesis_time),
    slotsPerEpoch: row.slots_per_epoch,
    secondsPerSlot: row.seconds_per_slot,
  };
}

/** The rows of each table that belong to epochs, days that hold one of them included. */
export function ethRowsOf(calendar: Calendar, { from, to }: HeightRange): RowsOfRange {
  const { network, slotsPerEpoch } = calendar;
  const between = (column: string, first: number, last: number): RowFilter => ({
    sql: `network = {network:String} and ${column} between {first:UInt32} and {last:UInt32}`,
    params: { network, first, last },
  });
  const days = Object.fromEntries(
    (
      [
        ["first", from],
        ["last", to],
      ] as const
    ).flatMap(([end, epoch]) =>
      daysOf(calendar, epoch).map(({ dayType, day }) => [`${end}_${dayType}`, day]),
    ),
  );
  const inDays: RowFilter = {
    sql: `network = {network:String} and (
      (day_type = 'chain' and day between {first_chain:UInt32} and {last_chain:UInt32})
      or (day_type = 'utc' and day between {first_utc:UInt32} and {last_utc:UInt32})
    )`,
    params: { network, ...days },
  };
  return rowsOfRange(heightColumns("eth"), {
    epoch: between("epoch", from, to),
    start_epoch: between("start_epoch", spanOf(calendar, from).from, to),
    // Votes of an epoch are paid by its blocks and the next epoch's, so both have its rows.
    target_epoch: between("target_epoch", from, to),
    slot: between("slot", from * slotsPerEpoch, (to + 1) * slotsPerEpoch - 1),
    day: inDays,
    // A window that ends with one of these days or later may include them.
    last_day: between("last_day", Number(days.first_chain), 0xffff_ffff),
  });
}

/** Whether a message, not yet checked, belongs to a range of epochs or to the neighbouring epochs. */
export function isEthMessageOf(json: unknown, network: string, { from, to }: HeightRange): boolean {
  const message = json as { network?: unknown; epoch?: unknown } | null;
  if (message?.network !== network) return false;
  // Deposits from before the history: every epoch needs to know whose validators they created.
  if (message.epoch === null) return true;
  if (typeof message.epoch !== "number") return false;
  return message.epoch >= from - 1 && message.epoch <= to + 1;
}
