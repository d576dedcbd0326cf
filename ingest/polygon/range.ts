/** Checkpoints in time: which a UTC day has, and which a backfill may ask for. */

import { secondsPerDay } from "../../lib/days.ts";
import { badRange, checkOrder, dayStartMs, type HeightRange } from "../../lib/heightRange.ts";

/**
 * The first checkpoint since a second, by halving; `last` + 1 when there is none.
 * @param timeOf when a checkpoint came, seconds since 1970
 */
async function firstSince(
  second: number,
  last: number,
  timeOf: (checkpoint: number) => Promise<number>,
): Promise<number> {
  let [low, high] = [1, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await timeOf(middle)) >= second) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The checkpoints of a UTC day. @throws ConfigError for a day without any */
export async function checkpointsOfDay(
  day: string,
  last: number,
  timeOf: (checkpoint: number) => Promise<number>,
): Promise<HeightRange> {
  const start = (dayStartMs(day) ?? Number.NaN) / 1000;
  const from = await firstSince(start, last, timeOf);
  const to = (await firstSince(start + secondsPerDay, last, timeOf)) - 1;
  if (from > last) throw badRange(`no checkpoint of ${day} is final yet: the last one that is is ${last}`);
  if (to < from) throw badRange(`there is no checkpoint on ${day}`);
  return { from, to };
}

/** @throws ConfigError that names the last possible checkpoint */
export function checkBackfillRange({ from, to }: HeightRange, final: number): void {
  checkOrder({ from, to });
  if (from < 1) throw badRange("checkpoints are counted from 1 on: use --from 1");
  if (to > final)
    throw badRange(`checkpoint ${to} is not final: the last one that is is ${final}; use --to ${final}`, {
      from,
      to,
      last: final,
    });
}

/**
 * A range with the checkpoint before it and the one behind it, as far as they are final: only these show that the first
 * and the last day of the range are complete.
 */
export const withNeighbours = (
  { from, to }: HeightRange,
  final: number,
): { first: number; last: number } => ({
  first: Math.max(1, from - 1),
  last: Math.min(final, to + 1),
});
