/** A network that is followed, with restarts, gets the records of one that is backfilled. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CardanoHistory, createCardanoHistory } from "../fixtures/cardano/model.ts";
import { type StubNode, startCardanoStub } from "../fixtures/cardano/stubNode.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { cardanoTopics } from "../schemas/cardano/events.ts";
import { createCardanoTransform } from "../transform/cardano/transform.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { cardanoOptions, chain, log, openCardano } from "./support/cardano.ts";
import { answers, expectedAnswers } from "./support/cardanoTruth.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

let history: CardanoHistory;
let stub: StubNode;
let fixture: ServeFixture;

beforeAll(async () => {
  history = createCardanoHistory({ seed: 6, epochs: 6, epochSeconds: 108_000, blocksPerEpoch: 40 });
  stub = await startCardanoStub(history);
  fixture = await openServeFixture({ family: "cardano" });
});
afterAll(async () => {
  await stub.close();
  await fixture.close();
});

/** A process that follows until an epoch is published, and ends. */
async function follow(last: number): Promise<void> {
  const { store } = fixture;
  const bus = createMemoryBus({ log });
  await bus.ensureTopics(Object.values(cardanoTopics));
  const worker = await startWorker({
    bus,
    transform: createCardanoTransform({ store, log }),
    group: chain.id,
    log,
  });
  const session = await openCardano(cardanoOptions([stub.url], { startEpoch: history.first }));
  const stopper = new AbortController();
  const onPublished = (epoch: number) => {
    if (epoch >= last) stopper.abort();
  };
  const deps = { bus, cursors: createCursorStore(store), log, retryBaseMs: 1 };
  await followChain(chain, session, deps, { signal: stopper.signal, onPublished });
  await worker.settle();
  await worker.stop();
  await bus.close();
}

it("has known values after each epoch, null for unknown ones, and fills them later", async () => {
  // Further than half a day after each boundary, by the time of the last block.
  for (const tip of [2, 3, 5].map((place) => history.first + place)) {
    stub.settings.now = history.start(tip) + 70_000;
    await follow(tip - 1);
    const range = { from: history.first, to: tip - 1 };
    expect(await answers(fixture, history), String(tip)).toEqual(expectedAnswers(history, range, tip));
  }
});
