import { describe, expect, it } from "vitest";
import { fc } from "../../test/support/properties.ts";
import { readEvents, type ServerSentEvent } from "./serverSentEvents.ts";

/** Reads a stream that is cut into pieces of repeating lengths `cuts`. */
async function read(text: string, cuts: readonly number[]): Promise<ServerSentEvent[]> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
      const end = start + (cuts[turn % cuts.length] ?? bytes.length);
      yield bytes.subarray(start, end);
      start = end;
    }
  }
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(pieces())) events.push(event);
  return events;
}

const stream = [
  ":a comment\n",
  "retry: 100\nevent: head\ndata: {\ndata:1 ü🙂}\nid: 7\n\n",
  "event: nothing\n\n",
  "event:block\r\ndata:two\r\n\r\n",
  "data: unnamed\r\runknown: field\ndata: last\n\n",
  "data: it never ends",
].join("");

describe("an event stream", () => {
  it("is read event by event, however it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
        async (cuts) => {
          expect(await read(stream, cuts)).toEqual([
            { event: "head", data: "{\n1 ü🙂}" },
            { event: "block", data: "two" },
            { event: "message", data: "unnamed" },
            { event: "message", data: "last" },
          ]);
        },
      ),
    );
  });

  it("whose event doesn't end is an error after the events before it", async () => {
    const events: ServerSentEvent[] = [];
    async function* pieces() {
      yield Buffer.from("data: first\n\n");
      for (let count = 0; count < 40; count += 1) yield Buffer.from(`data: ${"x".repeat(65_536)}\n`);
    }
    const reading = (async () => {
      for await (const event of readEvents(pieces())) events.push(event);
    })();
    await expect(reading).rejects.toMatchObject({ kind: "source", code: "too_large", retryable: true });
    expect(events).toEqual([{ event: "message", data: "first" }]);
  });
});
