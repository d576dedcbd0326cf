/** How far the records of a network go. */
import type { RecordFreshness } from "./networks.ts";

/** Daily records, the most recent end first. */
export const daysOf = (records: readonly RecordFreshness[]) =>
  records.filter(({ unit }) => unit === "day").sort((one, other) => (one.until < other.until ? 1 : -1));

/** The newest day for which every kind of record is complete; undefined: there is none. */
export function completeDayOf(records: readonly RecordFreshness[]): string | undefined {
  const days = daysOf(records).map(({ completeUntil }) => completeUntil);
  return days.includes(null) ? undefined : (days as string[]).sort()[0];
}
