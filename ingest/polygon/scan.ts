/** Reads all events of a run of the root chain's final blocks, in windows that nodes accept. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import { isRangeRefused } from "../execution/errors.ts";
import { createRunLength } from "../execution/runLength.ts";
import { type DecodedLogs, toBusMessage } from "./decode.ts";
import type { RootChain } from "./rootChain.ts";

const eventsPerMessage = 2_000;

/** A window of blocks, and what their logs say. */
type ScannedWindow = HeightRange & { found: DecodedLogs };

/** Reads a range window by window, in order. @throws SourceError */
export type Scan = (range: HeightRange, signal?: AbortSignal) => AsyncGenerator<ScannedWindow>;

/**
 * Messages of a window's events; the last one announces it.
 * @param firstBlock the contracts' first block, which stands for all blocks before it
 */
export function toWindowMessages(
  network: string,
  firstBlock: number,
  { from, to, found: { stakes, shares } }: ScannedWindow,
): BusMessage[] {
  const messages: BusMessage[] = [];
  for (let start = 0; start < Math.max(stakes.length, shares.length); start += eventsPerMessage)
    messages.push(
      toBusMessage({
        network,
        type: "events",
        stakes: stakes.slice(start, start + eventsPerMessage),
        shares: shares.slice(start, start + eventsPerMessage),
      }),
    );
  messages.push(
    toBusMessage({
      network,
      type: "scanned",
      from_block: from === firstBlock ? 0 : from,
      to_block: to,
      stake_count: stakes.length,
      share_count: shares.length,
    }),
  );
  return messages;
}

export function createScanner(root: Pick<RootChain, "logs">): Scan {
  const length = createRunLength();

  return async function* scan({ from, to }, signal) {
    for (let next = from; next <= to; ) {
      const window = { from: next, to: Math.min(to, next + length.get() - 1) };
      try {
        const events = await root.logs(window, signal);
        length.answered(events.stakes.length + events.shares.length);
        yield { ...window, found: events };
        next = window.to + 1;
      } catch (error) {
        if (window.from === window.to || !isRangeRefused(error)) throw error;
        signal?.throwIfAborted();
        length.refused(window.to - window.from + 1);
      }
    }
  };
}
