/** Which blocks a backfill may ask for, and which ones a day means. */
import { badRange, checkOrder, dayAfter, type HeightRange } from "../../lib/heightRange.ts";
import type { CometClient } from "./api/client.ts";
import { dayOf } from "./blocks.ts";

/** @throws ConfigError that names the last possible height */
export function checkBackfillRange({ from, to }: HeightRange, final: number): void {
  if (from < 1) throw badRange("the first block is 1: use --from 1");
  checkOrder({ from, to });
  if (to > final) {
    throw badRange(`block ${to} is not there yet: the node's last block is ${final}; use --to ${final}`, {
      from,
      to,
      last: final,
    });
  }
}

/** The first height whose day is `date` or later, by halving; undefined when there is none yet. */
async function firstFrom(
  client: Pick<CometClient, "headers">,
  bounds: { earliest: number; head: number },
  date: string,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const dayAt = async (height: number) => {
    const [header] = await client.headers(height, height, signal);
    return header === undefined ? "" : dayOf(header.time);
  };
  if ((await dayAt(bounds.head)) < date) return undefined;
  let [low, high] = [bounds.earliest, bounds.head];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await dayAt(middle)) < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The blocks of a UTC day.
 * @throws ConfigError for days that the nodes don't keep or that haven't come
 */
export async function blocksOfDay(
  client: Pick<CometClient, "headers" | "status">,
  day: string,
  signal?: AbortSignal,
): Promise<HeightRange> {
  const bounds = await client.status(signal);
  const first = await firstFrom(client, bounds, day, signal);
  if (first === undefined) throw badRange(`the chain has no block of ${day} yet`);
  const next = await firstFrom(client, bounds, dayAfter(day), signal);
  if (next !== undefined && next <= first) {
    throw badRange(
      first === bounds.earliest && bounds.earliest > 1
        ? `the node is pruned: it keeps blocks from height ${bounds.earliest}, none of ${day}. Use an archive node, or a later date.`
        : `the chain has no block of ${day}`,
    );
  }
  return { from: first, to: (next ?? bounds.head + 1) - 1 };
}
