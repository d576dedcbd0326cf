/** Which blocks a backfill may ask for, and which ones a day means. */
import { badRange, checkOrder, dayAfter, dayStartMs, type HeightRange } from "../../lib/heightRange.ts";
import type { ExecutionClient } from "../execution/client.ts";
import { readHeader, readHeaders } from "./calls.ts";

/** @throws ConfigError that names the first or last possible block */
export function checkBackfillRange(
  { from, to }: HeightRange,
  { firstBlock, final }: { firstBlock: number; final: number },
): void {
  checkOrder({ from, to });
  if (from < firstBlock)
    throw badRange(`the contracts have no logs before block ${firstBlock}; use --from ${firstBlock}`, {
      ...{ from, to },
      first: firstBlock,
    });
  if (to > final)
    throw badRange(`block ${to} is not final yet: the last final block is ${final}; use --to ${final}`, {
      ...{ from, to },
      last: final,
    });
}

/** The first of some blocks at or behind a second, by halving; undefined when there is none yet. */
async function firstFrom(
  client: ExecutionClient,
  { from, to }: HeightRange,
  seconds: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const timeAt = async (block: number) => (await readHeaders(client, [block], signal))[0]?.time ?? 0;
  if ((await timeAt(to)) < seconds) return undefined;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await timeAt(middle)) < seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The blocks of a UTC day, from the contracts' first block on.
 * @throws ConfigError for days before that, and those that haven't come
 */
export async function blocksOfDay(
  client: ExecutionClient,
  firstBlock: number,
  day: string,
  signal: AbortSignal,
): Promise<HeightRange> {
  const final = await client.ask(
    [{ method: "eth_getBlockByNumber", params: ["finalized", false] }],
    ([result]) => readHeader(result, "finalized"),
    signal,
  );
  const bounds = { from: firstBlock, to: final.number };
  const secondsOf = (date: string) => (dayStartMs(date) ?? Number.NaN) / 1000;
  const first = await firstFrom(client, bounds, secondsOf(day), signal);
  if (first === undefined) throw badRange(`the chain has no final block of ${day} yet`);
  const next = await firstFrom(client, bounds, secondsOf(dayAfter(day)), signal);
  if (next !== undefined && next <= first)
    throw badRange(`the contracts have no block of ${day}: their first one is ${firstBlock}`);
  return { from: first, to: (next ?? bounds.to + 1) - 1 };
}
