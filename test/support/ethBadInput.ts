/** A short chain, and parts that fail or receive failures. */
import { generateChain } from "../../fixtures/eth/generate.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { deadLetterDeclaration } from "../../lib/bus/deadLetter.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { ethTopics } from "../../schemas/eth/events.ts";
import { createEthTransform } from "../../transform/eth/transform.ts";
import { startWorker, type Worker } from "../../transform/frame/worker.ts";
import { openWarehouse } from "./ethPipeline.ts";
import { log } from "./warehouse.ts";

export const chain = generateChain({
  seed: 41,
  validators: 64,
  preset: "minimal",
  startEpoch: 6,
  epochs: 6,
  spec: { SECONDS_PER_SLOT: "2700" },
});
export const from = chain.options.startEpoch + 1;
export const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);

/** Resources of a test; the file closes them after each. */
export const closers: (() => unknown)[] = [];
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

type Entry = Record<string, unknown> & { message: string };

/** A logger that keeps its entries. */
export function listeningLog(): { log: Logger; entries: { warn: Entry[]; error: Entry[] } } {
  const entries: { warn: Entry[]; error: Entry[] } = { warn: [], error: [] };
  const keep = (level: "warn" | "error") => (fields: Record<string, unknown>, message: string) =>
    entries[level].push({ ...fields, message });
  return { log: { ...quiet(), warn: keep("warn"), error: keep("error") } as unknown as Logger, entries };
}
const quiet = () => ({ info: () => undefined, debug: () => undefined });

export async function openBus(): Promise<Bus> {
  const bus = createMemoryBus({ log });
  closers.push(() => bus.close());
  await bus.ensureTopics(Object.values(ethTopics).flatMap((topic) => [topic, deadLetterDeclaration(topic)]));
  return bus;
}

export async function openWorker(bus: Bus, store: Store, logger: Logger = log): Promise<Worker> {
  const worker = await startWorker({
    bus,
    transform: createEthTransform({ store, log: logger }),
    group: "workers",
    log: logger,
    patience: { attempts: 4, baseMs: 10 },
  });
  worker.done.catch(() => undefined);
  closers.push(() => worker.stop());
  return worker;
}

export async function emptyStore(): Promise<Store> {
  const warehouse = await openWarehouse();
  closers.push(() => warehouse.close());
  return warehouse.store;
}

export async function computedEpochs(store: Store): Promise<number[]> {
  const rows = await store.rows<{ epoch: number }>("select epoch from int_eth_epoch final order by epoch");
  return rows.map(({ epoch }) => epoch);
}
