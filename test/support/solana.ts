/** The pipeline around a stub node: stub → listener → bus → worker → warehouse. */
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import { openSolanaSession, type SolanaOptions } from "../../ingest/solana/session.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { solanaTopics } from "../../schemas/solana/events.ts";
import { startWorker } from "../../transform/frame/worker.ts";
import { createSolanaTransform } from "../../transform/solana/transform.ts";

export const log = createLogger("silent");
const chain = { id: "solana", unit: "slot" } as const;

export function solanaOptions(urls: readonly string[], more: Partial<SolanaOptions> = {}): SolanaOptions {
  return {
    urls,
    depth: "votes",
    networkName: "mainnet",
    maxHeadAgeS: 0,
    requestsPerSecond: 10_000,
    readsStakes: true,
    pollMs: 10,
    rounds: 3,
    ...more,
  };
}

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillSolana(
  store: Store,
  options: SolanaOptions,
  range: { from: number; to: number },
  hooks: { bus?: Bus } = {},
): Promise<void> {
  const bus = hooks.bus ?? createMemoryBus({ log });
  await bus.ensureTopics(Object.values(solanaTopics));
  const transform = createSolanaTransform({ store, log });
  const worker = await startWorker({ bus, transform, group: chain.id, log });
  const failed = worker.done.then(() => undefined);
  try {
    const session = await openSolanaSession(options, { log });
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
