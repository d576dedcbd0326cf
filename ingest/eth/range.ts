/** Which epochs a backfill needs, and which epochs a date means. */

import { secondsPerDay } from "../../lib/days.ts";
import { badRange, type HeightRange } from "../../lib/heightRange.ts";
import { type Calendar, firstEpochFrom } from "../../schemas/eth/calendar.ts";

/**
 * Epochs that must be published so that `from` to `to` can be computed: the one before, whose votes the first blocks
 * still include, and the one after, in which the last votes are included and paid.
 */
export function epochsNeeded({ from, to }: HeightRange): HeightRange {
  return { from: Math.max(0, from - 1), to: to + 1 };
}

/** The last epoch that can be published: the state at the first slot of the next one must be final. */
export function lastPublishableEpoch(finalizedEpoch: number): number {
  return finalizedEpoch - 1;
}

/** The last epoch that a backfill may end with. */
export function lastBackfillEpoch(finalizedEpoch: number): number {
  return finalizedEpoch - 2;
}

/** @throws ConfigError that names the last possible epoch. */
export function checkBackfillRange({ from, to }: HeightRange, finalizedEpoch: number): void {
  const last = lastBackfillEpoch(finalizedEpoch);
  if (to <= last) return;
  const advice =
    last < 0
      ? "nothing can be backfilled yet"
      : `so the last epoch that can be backfilled is ${last}; use --to ${last}`;
  throw badRange(`epoch ${to} is not final enough: the finalized epoch is ${finalizedEpoch}, ${advice}`, {
    ...{ from, to, last },
  });
}

/** The epochs that start in a UTC day (YYYY-MM-DD). @throws ConfigError when the chain had none. */
export function epochsOfDay(chain: Calendar, day: string): HeightRange {
  const start = Date.parse(`${day}T00:00:00Z`) / 1000;
  const from = firstEpochFrom(chain, start);
  const to = firstEpochFrom(chain, start + secondsPerDay) - 1;
  if (to < from) throw badRange(`${chain.network} had no epoch on ${day}: the day is before its genesis`);
  return { from, to };
}
