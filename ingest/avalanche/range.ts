/** Which blocks a backfill may ask for, and which ones a day means. */
import { badRange, checkOrder, dayAfter, dayStartMs, type HeightRange } from "../../lib/heightRange.ts";

/**
 * @param node first and last block that it has
 * @throws ConfigError that names the first or last possible height
 */
export function checkBackfillRange({ from, to }: HeightRange, node: HeightRange): void {
  checkOrder({ from, to });
  if (from < node.from)
    throw badRange(
      `the node is pruned: it has no block before ${node.from}, and not ${from}. Use another node, or --from ${node.from}.`,
      { from, to, first: node.from },
    );
  if (to <= node.to) return;
  throw badRange(`block ${to} is not there yet: the node's last block is ${node.to}; use --to ${node.to}`, {
    from,
    to,
    last: node.to,
  });
}

export type TimedBlocks = {
  /** First and last height that the node has. */
  bounds(): Promise<HeightRange>;
  /** Seconds of the chain's time after a block. */
  timeAt(height: number): Promise<number>;
};

/** The first height at or behind a second, by halving; undefined when there is none yet. */
async function firstFrom(
  { timeAt }: TimedBlocks,
  bounds: HeightRange,
  seconds: number,
): Promise<number | undefined> {
  if ((await timeAt(bounds.to)) < seconds) return undefined;
  let [low, high] = [bounds.from, bounds.to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await timeAt(middle)) < seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The blocks of a UTC day.
 * @throws ConfigError for days that the nodes don't keep or that haven't come
 */
export async function blocksOfDay(blocks: TimedBlocks, day: string): Promise<HeightRange> {
  const secondsOf = (date: string) => (dayStartMs(date) ?? Number.NaN) / 1000;
  const bounds = await blocks.bounds();
  const first = await firstFrom(blocks, bounds, secondsOf(day));
  if (first === undefined) throw badRange(`the chain has no block of ${day} yet`);
  const next = await firstFrom(blocks, bounds, secondsOf(dayAfter(day)));
  if (next !== undefined && next <= first)
    throw badRange(
      first === bounds.from && first > 0
        ? `the node keeps blocks from height ${first}, none of ${day}. Use another node, or a later date.`
        : `the chain has no block of ${day}`,
    );
  return { from: first, to: (next ?? bounds.to + 1) - 1 };
}
