/** The blocks at which UTC days end. */

import { dayOfSeconds, secondsPerDay } from "../../lib/days.ts";
import type { ExecutionClient } from "../execution/client.ts";
import { type Header, readHeaders } from "./calls.ts";

/** Headers per request of the search: each request divides the range by seventeen. */
const probes = 16;

export type BlockRun = { from: number; to: number };

export type DayEnd = {
  /** Days since 1970. */
  day: number;
  lastBlock: number;
  hash: string;
  /** UTC day of the next block. */
  nextDay: number;
};

/** The last block before a second, and its successor, between a block before that second and one that isn't. */
async function lastBefore(
  client: ExecutionClient,
  seconds: number,
  [before, after]: readonly [Header, Header],
  signal: AbortSignal,
): Promise<[Header, Header]> {
  let [low, high] = [before, after];
  while (high.number - low.number > 1) {
    const gap = high.number - low.number;
    const count = Math.min(probes, gap - 1);
    const numbers = Array.from(
      { length: count },
      (_, i) => low.number + Math.floor(((i + 1) * gap) / (count + 1)),
    ).filter((number, i, all) => number > low.number && number < high.number && number !== all[i - 1]);
    for (const header of await readHeaders(client, numbers, signal)) {
      if (header.time < seconds && header.number > low.number) low = header;
      else if (header.time >= seconds && header.number < high.number) high = header;
    }
  }
  return [low, high];
}

/** Every day that ends between two blocks, ascending; days without a block end with the last block before them. */
export async function findDayEnds(
  client: ExecutionClient,
  [first, last]: readonly [Header, Header],
  signal: AbortSignal,
): Promise<DayEnd[]> {
  const ends: DayEnd[] = [];
  let low = first;
  while (dayOfSeconds(low.time) < dayOfSeconds(last.time)) {
    const midnight = (dayOfSeconds(low.time) + 1) * secondsPerDay;
    const [end, next] = await lastBefore(client, midnight, [low, last], signal);
    const nextDay = dayOfSeconds(next.time);
    for (let day = dayOfSeconds(end.time); day < nextDay; day += 1)
      ends.push({ day, lastBlock: end.number, hash: end.hash, nextDay: day + 1 });
    low = next;
  }
  return ends;
}

/** The UTC day of a block of a run, from the days that end in it and that of its first block. */
export function dayOfBlock(
  { ends, firstDay }: { ends: readonly DayEnd[]; firstDay: number },
  block: number,
): number {
  const next = ends.find(({ lastBlock }) => lastBlock >= block);
  return next?.day ?? ends.at(-1)?.nextDay ?? firstDay;
}
