/** The pipeline around a stub node: stub → listener → bus → worker → warehouse. */

import { type CosmosOptions, openCosmosSession } from "../../ingest/cosmos/session.ts";
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import { cosmosTopics } from "../../schemas/cosmos/events.ts";
import { createCosmosTransform } from "../../transform/cosmos/transform.ts";
import { startWorker } from "../../transform/frame/worker.ts";

export const log = createLogger("silent");

export function cosmosOptions(urls: readonly string[], more: Partial<CosmosOptions> = {}): CosmosOptions {
  return { urls, restUrls: [], maxHeadAgeS: 0, requestsPerSecond: 10_000, pollMs: 10, rounds: 3, ...more };
}

export async function openCosmos(chain: CosmosChain, options: CosmosOptions) {
  return await openCosmosSession(chain, options, { log });
}

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillCosmos(
  chain: CosmosChain,
  store: Store,
  options: CosmosOptions,
  range: { from: number; to: number },
  hooks: { bus?: Bus } = {},
): Promise<void> {
  const bus = hooks.bus ?? createMemoryBus({ log });
  await bus.ensureTopics(Object.values(cosmosTopics(chain.id)));
  const transform = createCosmosTransform(chain, { store, log });
  const worker = await startWorker({ bus, transform, group: chain.id, log });
  const failed = worker.done.then(() => undefined);
  try {
    const session = await openCosmos(chain, options);
    const run = backfillChain(
      chain,
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
