/** Reads all events of a run of the root chain's final blocks, in windows that nodes accept. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import { isRangeRefused } from "../execution/errors.ts";
import { createRunLength } from "../execution/runLength.ts";
import { type DecodedLogs, toBusMessage } from "./decode.ts";
import type { RootChain } from "./rootChain.ts";

const eventsPerMessage = 2_000;

/** Messages of a window's events; the last one announces it. */
export function toEventMessages(
  network: string,
  { from, to }: HeightRange,
  { stakes, shares }: DecodedLogs,
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
      from_block: from,
      to_block: to,
      stake_count: stakes.length,
      share_count: shares.length,
    }),
  );
  return messages;
}

export function createScanner(root: Pick<RootChain, "logs">) {
  const length = createRunLength();

  /** Window by window, in order. @throws SourceError */
  return async function* scan(
    { from, to }: HeightRange,
    signal?: AbortSignal,
  ): AsyncGenerator<HeightRange & { found: DecodedLogs }> {
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
