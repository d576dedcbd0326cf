/** Which rows belong to a range of epochs. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { heightColumns, type RowsOfRange, rowsOfRange } from "../frame/heights.ts";

export type DayRange = { first: string; last: string };

/**
 * The days of epochs. Days of their payment are recomputed with them, but belong to other epochs.
 * @returns undefined if the warehouse holds none of the epochs
 */
export async function daysOfEpochs(
  store: Store,
  network: string,
  { from, to }: HeightRange,
): Promise<DayRange | undefined> {
  const [row] = await store.rows<{ epochs: string; first: string; last: string }>(
    internalSql("cardano/days_of_epochs"),
    { network, from, to },
  );
  return row === undefined || Number(row.epochs) === 0 ? undefined : { first: row.first, last: row.last };
}

/** The rows of each table that belong to epochs, or to their days. */
export function cardanoRowsOf(network: string, { from, to }: HeightRange, days: DayRange): RowsOfRange {
  return rowsOfRange(heightColumns("cardano"), {
    epoch: {
      sql: "network = {network:String} and epoch between {from:UInt32} and {to:UInt32}",
      params: { network, from, to },
    },
    day: {
      sql: "network = {network:String} and day between {first:Date} and {last:Date}",
      params: { network, ...days },
    },
  });
}

/** Whether a message, not yet checked, belongs to a range of epochs, or records a payment in it. */
export function isCardanoMessageOf(json: unknown, network: string, { from, to }: HeightRange): boolean {
  const message = json as { network?: unknown; epoch?: unknown } | null;
  if (message?.network !== network || typeof message.epoch !== "number") return false;
  return message.epoch >= from - 2 && message.epoch <= to + 1;
}
