/**
 * A clock that steps by a second, an hour, a month, back and forth, while a chain is read and its records are computed,
 * changes neither a message nor a record.
 * Fast counterpart: lib/outages.test.ts, ingest/node/limiter.test.ts
 */
import { expect, it } from "vitest";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import type { BusMessage } from "../lib/bus/bus.ts";
import { chain, from, tablesAfter, to } from "./support/ethLaws.ts";
import { openEthSession } from "./support/ethPipeline.ts";
import { log } from "./support/pipeline.ts";
import { clockSteps, startSteppingClock } from "./support/steppingClock.ts";

/** Messages of the range; `onBatch` runs with each that is published. */
async function published(onBatch: () => void): Promise<BusMessage[]> {
  const node = await startStubBeaconNode(chain);
  const messages: BusMessage[] = [];
  const publish = async (batch: readonly BusMessage[]) => {
    onBatch();
    messages.push(...batch);
  };
  try {
    await backfillChain(
      { id: "eth" },
      await openEthSession(node.url),
      { bus: { publish } as never, cursors: createMemoryCursorStore(), log, retryBaseMs: 1 },
      { from, to, signal: new AbortController().signal },
    );
  } finally {
    await node.close();
  }
  return messages;
}

it("changes nothing", async () => {
  const messages = await published(() => undefined);
  const batches = messages.map((message) => [message]);
  const expected = await tablesAfter(batches);
  for (const [name, milliseconds] of Object.entries(clockSteps)) {
    const clock = startSteppingClock(milliseconds);
    const ticking = setInterval(clock.step, 20);
    try {
      expect(await published(clock.step), name).toEqual(messages);
      expect(await tablesAfter(batches), name).toEqual(expected);
    } finally {
      clearInterval(ticking);
      clock.stop();
    }
  }
}, 900_000);
