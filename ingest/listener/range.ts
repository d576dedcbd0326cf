/** Which heights a backfill may cover, and which ones a UTC day means. */
import { badRange, checkOrder, dayAfter, dayStartMs, type HeightRange } from "../../lib/heightRange.ts";
import type { ChainSession } from "./session.ts";

/**
 * The heights to publish so that a range can be computed.
 * @param unit what heights count, such as "block"
 * @throws ConfigError `bad_range` that names the first or last possible height
 */
export function heightsToPublish(
  session: Pick<ChainSession, "lowestHeight" | "heightsFor">,
  range: HeightRange,
  { final, unit = "height" }: { final: number; unit?: string | undefined },
): HeightRange {
  const { from, to } = range;
  checkOrder(range);
  const { height: first, reason } = session.lowestHeight?.() ?? { height: 0, reason: "" };
  if (from < first) throw badRange(`${reason}; use --from ${first}`, { from, to, first });
  const heights = session.heightsFor?.(range, final) ?? range;
  if (to <= final) return heights;
  throw badRange(`${unit} ${to} is not final yet: the last final ${unit} is ${final}; use --to ${final}`, {
    ...{ from, to },
    last: final,
  });
}

/** The first height that is not before a moment, by binary search; undefined when there is none yet. */
async function firstFrom(
  { from, to }: HeightRange,
  isBefore: (height: number) => Promise<boolean>,
): Promise<number | undefined> {
  if (await isBefore(to)) return undefined;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type TimedHeights = {
  unit: string;
  /** First height that the nodes have, and the last final one. */
  bounds: HeightRange;
  /** First height of the chain: nodes that begin with a later one are pruned. */
  origin: number;
  /** Unix seconds of a height. */
  timeAt(height: number): Promise<number>;
  /** The height itself, or where it is empty, the next one that isn't. */
  align?(height: number): Promise<number>;
};

/** The heights of a UTC day. @throws ConfigError `bad_range` for days that the nodes don't keep or that haven't come */
export async function heightsOfDay(
  day: string,
  { unit, bounds, origin, timeAt, align = async (height) => height }: TimedHeights,
): Promise<HeightRange> {
  async function startOf(date: string): Promise<number | undefined> {
    const seconds = (dayStartMs(date) ?? Number.NaN) / 1000;
    const height = await firstFrom(bounds, async (one) => (await timeAt(one)) < seconds);
    return height === undefined ? undefined : await align(height);
  }
  const first = await startOf(day);
  if (first === undefined)
    throw badRange(`the chain has no ${unit} of ${day} yet: the last final one is ${bounds.to}`);
  const next = await startOf(dayAfter(day));
  if (next === undefined || next > first) return { from: first, to: (next ?? bounds.to + 1) - 1 };
  const isPruned = first <= (await align(bounds.from)) && bounds.from > origin;
  throw badRange(
    isPruned
      ? `the node is pruned: its first ${unit} is ${bounds.from}, it has none of ${day}. Use an archive node, or a later date.`
      : `the chain has no ${unit} of ${day}`,
  );
}
