/** The pipeline around a stub of Koios: stub → listener → bus → worker → warehouse. */
import { type CardanoOptions, openCardanoSession } from "../../ingest/cardano/session.ts";
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { cardanoTopics } from "../../schemas/cardano/events.ts";
import { createCardanoTransform } from "../../transform/cardano/transform.ts";
import { startWorker } from "../../transform/frame/worker.ts";

export const log = createLogger("silent");
export const chain = { id: "cardano" };

export function cardanoOptions(
  urls: readonly string[],
  more: Partial<CardanoOptions> = {},
): CardanoOptions {
  return {
    urls,
    requestsPer10S: 1_000_000,
    bodyBytes: 1_000,
    pageRows: 1_000,
    maxHeadAgeS: 0,
    pollMs: 10,
    rounds: 3,
    ...more,
  };
}

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillCardano(
  store: Store,
  options: CardanoOptions,
  range: { from: number; to: number },
  hooks: { bus?: Bus; signal?: AbortSignal } = {},
): Promise<void> {
  const bus = hooks.bus ?? createMemoryBus({ log });
  await bus.ensureTopics(Object.values(cardanoTopics));
  const transform = createCardanoTransform({ store, log });
  const worker = await startWorker({ bus, transform, group: chain.id, log });
  const failed = worker.done.then(() => undefined);
  try {
    const session = await openCardanoSession(options, { log });
    const run = backfillChain(
      chain,
      session,
      { bus, cursors: createCursorStore(store), log, retryBaseMs: 1 },
      { ...range, signal: hooks.signal ?? new AbortController().signal },
    );
    await Promise.race([run, failed.then(() => run)]);
    await worker.settle();
  } finally {
    await worker.stop();
    await failed.catch(() => undefined);
    await bus.close();
  }
}
