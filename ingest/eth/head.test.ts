import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { createBeaconClient } from "./api/client.ts";
import { createHeadTracker } from "./head.ts";
import { rootOf, startTestNode, type TestNode } from "./testNode.ts";

let node: TestNode | undefined;
afterEach(() => node?.close());

it("an event stream that can't be read is closed with a warning, and opened again", async () => {
  const eventsPath = "/eth/v1/events?topics=head,block,chain_reorg,finalized_checkpoint";
  const stopper = new AbortController();
  node = await startTestNode();
  node.intercept = (path, count) => {
    if (path !== eventsPath) return undefined;
    const endless = `data: ${"x".repeat(2_000_000)}`;
    const headers = { "content-type": "text/event-stream" };
    return { headers, body: count === 1 ? endless : finalized, isStream: true };
  };
  const checkpoint = JSON.stringify({ epoch: "5", block: rootOf(20) });
  const finalized = `event: finalized_checkpoint\ndata: ${checkpoint}\n\n`;

  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "warn" }, { write: (line) => lines.push(JSON.parse(line)) });
  const client = createBeaconClient({ urls: [node.url], requestsPerSecond: 10_000, maxHeadAgeS: 0, log });
  const chain = await client.chain();
  const tracker = createHeadTracker({ client, chain, log, pollMs: 20 });
  // It is told once when a stream opens, and once more by the second stream's event.
  let told = 0;
  await tracker.watch({
    publish: async () => undefined,
    onFinal: () => {
      told += 1;
      if (told === 3) stopper.abort(new Error("enough"));
    },
    signal: stopper.signal,
  });
  expect(lines).toMatchObject([
    {
      msg: "the event stream can't be read and is closed",
      node: new URL(node.url).host,
      reason: "an event has more than 1048576 letters",
    },
  ]);
});
