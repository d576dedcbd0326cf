/** Rows of a range that retention has left: stored slots, and the inputs of their days' records. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { heightColumns, type RowsOfRange, rowsOfRange } from "../frame/heights.ts";
import { slotsAround } from "./heights.ts";
import { lateSlots } from "./rules.ts";

/** Runs of stored slots. */
export async function solanaRebuildable(store: Store, network: string): Promise<HeightRange[]> {
  const rows = await store.rows<{ from_slot: number; to_slot: number }>(
    internalSql("solana/rebuildable_slots"),
    { network },
  );
  return rows.map(({ from_slot, to_slot }) => ({ from: from_slot, to: to_slot }));
}

/** Number of slots from which the records of the days and of the epochs' rewards around a range are computed. */
export async function solanaRecordedDays(
  store: Store,
  network: string,
  range: HeightRange,
): Promise<Map<string, number>> {
  const around = await slotsAround(store, network, range);
  if (around === undefined) return new Map();
  const rows = await store.rows<{ name: string; slots: string }>(internalSql("solana/recorded_days"), {
    network,
    first_day: around.firstDay,
    last_day: around.lastDay,
    first_epoch: around.firstEpoch,
    last_epoch: around.lastEpoch,
  });
  return new Map(rows.map(({ name, slots }) => [name, Number(slots)]));
}

/** The facts of slots, and of later ones in which votes for them land; alone, of earlier ones, too. */
export function solanaFactsOf(network: string, { from, to }: HeightRange, isAlone: boolean): RowsOfRange {
  const raw = Object.fromEntries(
    Object.entries(heightColumns("solana")).filter(([table]) => table.startsWith("raw_")),
  );
  return rowsOfRange(raw, {
    slot: {
      sql: "network = {network:String} and slot between {from:UInt32} and {to:UInt32}",
      params: { network, from: isAlone ? Math.max(0, from - lateSlots) : from, to: to + lateSlots },
    },
  });
}
