/** Which rows belong to a range of slots. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { heightColumns, type RowsOfRange, rowsOfRange } from "../frame/heights.ts";
import { intervalSlots, lateSlots } from "./rules.ts";

/** Intervals, days and epochs affected by a range of slots. */
export type Around = {
  firstInterval: number;
  lastInterval: number;
  firstDay: string;
  lastDay: string;
  firstEpoch: number;
  lastEpoch: number;
};

/**
 * The intervals of slots, earlier ones whose votes may land in them, and the days of all these, whose edges depend on
 * the neighbouring slots. An earlier interval that has lost slots since stays as it is.
 * @returns undefined if the warehouse holds no slot
 */
export async function slotsAround(
  store: Store,
  network: string,
  { from, to }: HeightRange,
): Promise<Around | undefined> {
  const [row] = await store.rows<{
    slots: string;
    first_interval: number;
    last_interval: number;
    first_day: string;
    last_day: string;
    first_epoch: number;
    last_epoch: number;
  }>(internalSql("solana/slots_around"), {
    network,
    from,
    to,
    interval_slots: intervalSlots,
    late_slots: lateSlots,
  });
  if (row === undefined || Number(row.slots) === 0) return undefined;
  return {
    firstInterval: row.first_interval,
    lastInterval: row.last_interval,
    firstDay: row.first_day,
    lastDay: row.last_day,
    firstEpoch: row.first_epoch,
    lastEpoch: row.last_epoch,
  };
}

/** The rows of each table that belong to slots, or to the intervals, days and epochs around them. */
export function solanaRowsOf(network: string, { from, to }: HeightRange, around: Around): RowsOfRange {
  return rowsOfRange(heightColumns("solana"), {
    slot: {
      sql: "network = {network:String} and slot between {from:UInt32} and {to:UInt32}",
      params: { network, from, to },
    },
    interval_slot: {
      sql: "network = {network:String} and interval_slot between {first:UInt32} and {last:UInt32}",
      params: { network, first: around.firstInterval, last: around.lastInterval },
    },
    day: {
      sql: "network = {network:String} and day between {first:Date} and {last:Date}",
      params: { network, first: around.firstDay, last: around.lastDay },
    },
    epoch: {
      sql: "network = {network:String} and epoch between {first:UInt32} and {last:UInt32}",
      params: { network, first: around.firstEpoch, last: around.lastEpoch },
    },
  });
}

type AnyMessage = { network?: unknown; slots?: unknown; rewards?: unknown } | null;

/** Whether a message, not yet checked, belongs to a range of slots. State belongs to all ranges. */
export function isSolanaMessageOf(json: unknown, network: string, { from, to }: HeightRange): boolean {
  const message = json as AnyMessage;
  if (message?.network !== network) return false;
  const facts = message.slots ?? message.rewards;
  if (!Array.isArray(facts)) return true;
  return facts.some(
    (fact: { slot?: unknown } | null) =>
      typeof fact?.slot === "number" && fact.slot >= from && fact.slot <= to + lateSlots,
  );
}
