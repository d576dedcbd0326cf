/** The house around a stub node: stub → listener → bus → worker → warehouse. */

import type { CosmosDefinition } from "../../ingest/cosmos/define.ts";
import type { CosmosOptions } from "../../ingest/cosmos/session.ts";
import { backfillChain } from "../../ingest/listener/chain.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { createCosmosTransform } from "../../transform/cosmos/transform.ts";
import { startWorker } from "../../transform/frame/worker.ts";

export const log = createLogger("silent");

export function cosmosOptions(urls: readonly string[], more: Partial<CosmosOptions> = {}): CosmosOptions {
  return { urls, restUrls: [], maxHeadAgeS: 0, requestsPerSecond: 10_000, pollMs: 10, rounds: 3, ...more };
}

export async function openCosmos(definition: CosmosDefinition, options: CosmosOptions) {
  return await definition.open(options, { log });
}

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillCosmos(
  definition: CosmosDefinition,
  store: Store,
  options: CosmosOptions,
  range: { from: number; to: number },
  hooks: { bus?: Bus } = {},
): Promise<void> {
  const bus = hooks.bus ?? createMemoryBus({ log });
  await bus.ensureTopics(Object.values(definition.topics));
  const transform = createCosmosTransform(definition.cosmos, { store, log });
  const worker = await startWorker({ bus, transform, group: definition.id, log });
  const failed = worker.done.then(() => undefined);
  try {
    const session = await openCosmos(definition, options);
    const run = backfillChain(
      definition,
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
