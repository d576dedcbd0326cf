/** Which slots a backfill may ask for, and which ones a UTC day means: by block time, never by arithmetic. */
import { badRange, checkOrder, dayAfter, dayStartMs, type HeightRange } from "../../lib/heightRange.ts";
import type { SolanaClient } from "./api/client.ts";

/** @throws ConfigError that names the last possible slot */
export function checkBackfillRange({ from, to }: HeightRange, final: number): void {
  checkOrder({ from, to });
  if (to > final)
    throw badRange(`slot ${to} is not final yet: the node's last one is ${final}; use --to ${final}`, {
      from,
      to,
      last: final,
    });
}

type Clock = Pick<SolanaClient, "blockTime" | "nextBlock">;
type Bounds = { earliest: number; final: number };

/** The first slot whose block is of a moment or later, by halving; undefined when there is none yet. */
async function firstFrom(
  client: Clock,
  { earliest, final }: Bounds,
  startMs: number,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const isBefore = async (slot: number) => {
    const block = (await client.nextBlock(slot, signal)) ?? final;
    return ((await client.blockTime(block, signal)) ?? 0) * 1000 < startMs;
  };
  if (await isBefore(final)) return undefined;
  let [low, high] = [earliest, final];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return (await client.nextBlock(low, signal)) ?? low;
}

/**
 * The slots of a UTC day: skipped ones belong to the day of the block before them.
 * @throws ConfigError for days that the node doesn't keep or that haven't come
 */
export async function slotsOfDay(
  client: Clock & Pick<SolanaClient, "firstAvailableSlot" | "finalizedSlot">,
  day: string,
  signal?: AbortSignal,
): Promise<HeightRange> {
  const [earliest, final] = await Promise.all([
    client.firstAvailableSlot(signal),
    client.finalizedSlot(signal),
  ]);
  const at = async (date: string) =>
    await firstFrom(client, { earliest, final }, dayStartMs(date) ?? 0, signal);
  const first = await at(day);
  if (first === undefined) throw badRange(`the chain has no block of ${day} yet`);
  const next = await at(dayAfter(day));
  if (next !== undefined && next <= first)
    throw badRange(
      `the node keeps no block of ${day}: its first one is of slot ${earliest}. Use a node with long-term storage, or a later date.`,
    );
  return { from: first, to: (next ?? final + 1) - 1 };
}
