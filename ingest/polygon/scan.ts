/** Reads all events of a run of final blocks of the root chain, in windows that nodes take. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import { isRangeRefused } from "../execution/errors.ts";
import { createRunLength } from "../execution/runLength.ts";
import { type DecodedLogs, toBusMessage } from "./decode.ts";
import type { RootChain } from "./rootChain.ts";

const eventsPerMessage = 2_000;

/** Messages of a window's events, announced by the last one. */
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
        const found = await root.logs(window, signal);
        length.answered(found.stakes.length + found.shares.length);
        yield { ...window, found };
        next = window.to + 1;
      } catch (error) {
        if (window.from === window.to || !isRangeRefused(error)) throw error;
        signal?.throwIfAborted();
        length.refused(window.to - window.from + 1);
      }
    }
  };
}
