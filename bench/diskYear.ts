/** Disk usage after a year, from a day's writes and the retention of each kind of rows. */
import type { KeepDays } from "../lib/keepSettings.ts";
import type { KeepKind } from "../transform/frame/retention/partitions.ts";

export type TableDay = { table: string; keep: KeepKind; bytesPerDay: number };

const yearDays = 365;
/** Epochs of a partition of each kind, in days of 225 epochs: a partition goes when the last of its days may. */
const partitionDays: Readonly<Record<KeepKind, number>> = {
  raw: 3,
  epoch: 3,
  span: 1,
  day: 366,
  usage: 31,
  forever: 0,
};
const spanDays = 2;

/** Maximum days of a kind's rows on disk, in the first year. */
export function daysOnDisk(kind: KeepKind, keep: KeepDays): number {
  // Usage belongs to no chain, and is kept for longer.
  if (kind === "forever" || kind === "usage") return yearDays;
  // The day under way.
  const unfinished = kind === "day" ? 0 : 1;
  const days = kind === "span" ? spanDays : (keep[kind] ?? 0);
  return days === 0 ? yearDays : Math.min(yearDays, days + partitionDays[kind] + unfinished);
}

/** Bytes after a year with these settings. */
export function bytesAfterYear(tables: readonly TableDay[], keep: KeepDays): number {
  return tables.reduce((sum, { keep: kind, bytesPerDay }) => sum + daysOnDisk(kind, keep) * bytesPerDay, 0);
}
