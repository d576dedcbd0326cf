/** Events before the first unit of a run, those that the warehouse does not have. */
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Publish } from "../listener/session.ts";
import { type Scan, toWindowMessages } from "./scan.ts";

export type HistoryDeps = {
  network: string;
  /** The first block with events of the contracts. */
  firstBlock: number;
  /** Runs of blocks of the root chain whose events are in the warehouse; default: none. */
  knownBlocks?: ((network: string) => Promise<HeightRange[]>) | undefined;
  log: Logger;
};

/** What of a range is in none of some others. */
export function gapsIn({ from, to }: HeightRange, covered: readonly HeightRange[]): HeightRange[] {
  const gaps: HeightRange[] = [];
  let next = from;
  for (const range of covered.toSorted((a, b) => a.from - b.from)) {
    if (range.from > next) gaps.push({ from: next, to: Math.min(to, range.from - 1) });
    next = Math.max(next, range.to + 1);
  }
  if (next <= to) gaps.push({ from: next, to });
  return gaps.filter((gap) => gap.from <= gap.to);
}

/** @param to the last block before the first unit */
export async function publishHistory(
  { network, firstBlock, knownBlocks, log }: HistoryDeps,
  scan: Scan,
  to: number,
  { send, signal }: { send: Publish; signal: AbortSignal },
): Promise<void> {
  const ranges = (await knownBlocks?.(network)) ?? [];
  for (const gap of gapsIn({ from: firstBlock, to }, ranges)) {
    for await (const window of scan(gap, signal)) await send(toWindowMessages(network, firstBlock, window));
    log.info({ network, from: gap.from, to: gap.to }, "stakes before the range were read");
  }
}
