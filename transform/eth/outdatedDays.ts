/** Days whose records differ from those that the computed epochs would give. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { versionFieldMax } from "../../lib/version.ts";
import { type Calendar, type Day, daysOf, epochSeconds, epochsPerDay } from "../../schemas/eth/calendar.ts";
import { dayVersion } from "./version.ts";

/**
 * Days of both kinds whose records cover other epochs than are computed, or fewer known facts of them.
 * @param range only days with one of these epochs; default: all
 */
export async function outdatedDays(
  store: Store,
  { network, calendar }: { network: string; calendar: Calendar },
  range: { from: number; to: number } = { from: 0, to: 0xffff_ffff },
): Promise<Day[]> {
  const isAll = range.to === 0xffff_ffff;
  const [before, after] = isAll ? [[], []] : [daysOf(calendar, range.from), daysOf(calendar, range.to)];
  const rows = await store.rows<{ day_type: string; from_epoch: number }>(internalSql("eth/outdated_days"), {
    network,
    from: Math.min(range.from, ...before.map(({ firstEpoch }) => firstEpoch)),
    to: Math.max(range.to, ...after.map(({ lastEpoch }) => lastEpoch)),
    genesis_time: calendar.genesisTime,
    epoch_seconds: epochSeconds(calendar),
    epochs_per_day: epochsPerDay(calendar),
    knowledge_max: versionFieldMax(dayVersion, "knowledge"),
  });
  return rows
    .flatMap(({ day_type, from_epoch }) =>
      daysOf(calendar, from_epoch).filter(({ dayType }) => dayType === day_type),
    )
    .filter(({ firstEpoch, lastEpoch }) => firstEpoch <= range.to && lastEpoch >= range.from);
}
