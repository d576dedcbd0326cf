/** The pipeline around a stub node: stub → listener → bus → worker → warehouse. */
import { type AvalancheOptions, openAvalancheSession } from "../../ingest/avalanche/session.ts";
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { avalancheTopics } from "../../schemas/avalanche/events.ts";
import { createAvalancheTransform } from "../../transform/avalanche/transform.ts";
import { startWorker } from "../../transform/frame/worker.ts";

export const log = createLogger((process.env.TEST_LOG as "silent" | undefined) ?? "silent");

export function avalancheOptions(
  urls: readonly string[],
  more: Partial<AvalancheOptions> = {},
): AvalancheOptions {
  return { urls, maxHeadAgeS: 0, requestsPerSecond: 100_000, pollMs: 10, rounds: 3, ...more };
}

export const openAvalanche = (options: AvalancheOptions) => openAvalancheSession(options, { log });

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillAvalanche(
  store: Store,
  options: AvalancheOptions,
  range: { from: number; to: number },
  hooks: { bus?: Bus } = {},
): Promise<void> {
  const bus = hooks.bus ?? createMemoryBus({ log });
  await bus.ensureTopics(Object.values(avalancheTopics));
  const transform = createAvalancheTransform({ store, log });
  const worker = await startWorker({ bus, transform, group: "avalanche", log });
  const failed = worker.done.then(() => undefined);
  try {
    const session = await openAvalanche(options);
    const run = backfillChain(
      { id: "avalanche" },
      session,
      { bus, cursors: createCursorStore(store), log, retryBaseMs: 1 },
      { ...range, signal: new AbortController().signal },
    );
    await Promise.race([run, failed.then(() => run)]);
    await worker.settle();
  } finally {
    await worker.stop();
    await failed.catch(() => undefined);
    await bus.close();
  }
}
