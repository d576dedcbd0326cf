/** The pipeline of any chain around a stub node: stub → listener → bus → worker → warehouse. */
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createCursorStore, createMemoryCursorStore } from "../../ingest/listener/cursor.ts";
import type { ChainSession } from "../../ingest/listener/session.ts";
import type { Bus, BusMessage } from "../../lib/bus/bus.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { type ChainMessage, type ChainTransform, startWorker } from "../../transform/frame/worker.ts";

export const log = createLogger("silent");

type Backfill = {
  chain: { id: string };
  /** Opened when the worker is there. */
  openSession(): Promise<ChainSession>;
  range: { from: number; to: number };
};

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillInto<Message extends ChainMessage>(
  store: Store,
  transform: ChainTransform<Message>,
  { chain, openSession, range }: Backfill,
  bus: Bus = createMemoryBus({ log }),
): Promise<void> {
  await bus.ensureTopics(transform.topics);
  const worker = await startWorker({ bus, transform, group: chain.id, log });
  const failed = worker.done.then(() => undefined);
  try {
    const run = backfillChain(
      chain,
      await openSession(),
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

/** A bus that keeps its published messages. */
export function createListeningBus(): { bus: Bus; published: BusMessage[] } {
  const published: BusMessage[] = [];
  const publish = async (batch: readonly BusMessage[]) => void published.push(...batch);
  return { bus: { publish } as unknown as Bus, published };
}

/** All messages of a backfill, as the bus carries them. */
export async function publishedBy({ chain, openSession, range }: Backfill): Promise<BusMessage[]> {
  const { bus, published } = createListeningBus();
  await backfillChain(
    chain,
    await openSession(),
    { bus, cursors: createMemoryCursorStore(), log, retryBaseMs: 1, backfillAttempts: 3 },
    { ...range, signal: new AbortController().signal },
  );
  return published;
}
