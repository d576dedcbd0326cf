/** A text/event-stream, event by event. */
import { createParser } from "eventsource-parser";
import { SourceError } from "../../lib/errors.ts";

export type ServerSentEvent = { event: string; data: string };

/** Events of beacon nodes have some 500 characters. A far longer one is invalid, and must not fill the memory. */
const unfinishedLettersMax = 1_048_576;

/** @throws SourceError `too_large` when an event doesn't end, after yielding those before it */
export async function* readEvents(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const ready: ServerSentEvent[] = [];
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: unfinishedLettersMax,
    onEvent: ({ event = "message", data }) => ready.push({ event, data }),
    // Unknown fields are ignored, as the standard requires.
    onError: ({ type }) => {
      isTooLarge ||= type === "max-buffer-size-exceeded";
    },
  });
  for await (const piece of pieces) {
    parser.feed(decoder.decode(piece, { stream: true }));
    yield* ready.splice(0);
    if (isTooLarge)
      throw new SourceError(`an event has more than ${unfinishedLettersMax} letters`, { code: "too_large" });
  }
}
