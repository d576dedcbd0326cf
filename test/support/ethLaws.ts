/** A short history, and ways to feed its messages to a worker. */
import { expect } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import type { Bus, BusMessage } from "../../lib/bus/bus.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import { registry } from "../../lib/metrics.ts";
import type { Column, Store } from "../../lib/store/store.ts";
import { openPipeline, openWarehouse } from "./ethPipeline.ts";
import { fingerprint } from "./fingerprint.ts";
import { fc } from "./properties.ts";
import { log } from "./warehouse.ts";

/** Four epochs a day, so that days begin and end within a short chain; in one of them no validator is active. */
export const chain = generateChain({
  seed: 11,
  validators: 96,
  preset: "minimal",
  startEpoch: 6,
  epochs: 10,
  spec: { SECONDS_PER_SLOT: "2700" },
  knobs: { leak: { fromEpoch: 6, epochs: 1, offlineShare: 1 } },
});
export const from = chain.options.startEpoch + 1;
export const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);

/** Feeds batches through a worker into an empty warehouse. */
export async function tablesAfter(
  batches: readonly (readonly BusMessage[])[],
  bus: Bus = createMemoryBus({ log }),
  group = "laws",
): Promise<Record<string, string>> {
  const warehouse = await openWarehouse();
  try {
    const pipeline = await openPipeline(warehouse.store, bus, group);
    for (const batch of batches) await bus.publish(batch);
    await drain(
      bus,
      group,
      batches.reduce((sum, batch) => sum + batch.length, 0),
    );
    await pipeline.worker.settle();
    const tables = await fingerprint(warehouse.store);
    await pipeline.stop();
    return tables;
  } finally {
    await warehouse.close();
  }
}

/** Messages that a group has written so far. */
async function written(group: string): Promise<number> {
  const metric = await registry.getSingleMetric("validator_analytics_transform_messages_total")?.get();
  const value = metric?.values.find(({ labels }) => labels.group === group && labels.outcome === "written");
  return value?.value ?? 0;
}

/** On Kafka `publish` does not wait for the worker: wait until it has written as many and no more arrive. */
export async function drain(bus: Bus, group: string, published: number): Promise<void> {
  if (bus.kind === "memory") return;
  let before = -1;
  let quiet = 0;
  for (let tries = 0; tries < 1_200 && quiet < 15; tries++) {
    const count = await written(group);
    quiet = count >= published && count === before ? quiet + 1 : 0;
    before = count;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (quiet < 15) throw new Error(`the worker has written ${before} of ${published} messages in two minutes`);
}

/** A store that fails for good at its n-th write. */
export function dyingStore(store: Store, killAt: number): Store {
  let writes = 0;
  const count = () => {
    writes += 1;
    if (writes === killAt) throw new Error("killed");
  };
  return {
    ...store,
    command: async (sql, params) => {
      count();
      await store.command(sql, params);
    },
    insert: async (table: string, columns: readonly Column[]) => {
      count();
      await store.insert(table, columns);
    },
  };
}

export function cut<T>(items: readonly T[], sizes: readonly number[]): T[][] {
  const batches: T[][] = [];
  let start = 0;
  for (let i = 0; start < items.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    batches.push(items.slice(start, start + size));
    start += size;
  }
  return batches;
}

/** Sorts by seeded keys: every order is possible, and a failing one can be repeated. */
export function shuffle<T>(items: readonly T[], seed: number): T[] {
  let state = seed | 1;
  const keyed = items.map((item) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return { item, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** A block before it was final, without the facts that a listener reads later. */
export function provisionalOf(messages: readonly BusMessage[]): BusMessage {
  const blocks = messages.map((message) => ({
    message,
    block: decodeValue(message.value) as { type: string; status?: string; slot?: number },
  }));
  const canonical = blocks.find(({ block }) => block.type === "block" && block.status === "canonical");
  if (canonical === undefined) throw new Error("no canonical block");
  const { message, block } = canonical;
  const provisional = {
    ...block,
    finality: "provisional",
    attestations: [],
    withdrawals: [],
    observed_slot: block.slot,
  };
  return { ...message, value: Buffer.from(JSON.stringify(provisional)) };
}

export type Recorded = { messages: readonly BusMessage[]; expected: Record<string, string> };

/** Any batching, order and repetition lead to the same tables. @param smallest messages in a batch at least */
export async function checkAnyOrder(
  { messages, expected }: Recorded,
  runs: number,
  smallest = 20,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.array(fc.integer({ min: smallest, max: 200 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat({ max: 10_000 }), { maxLength: 40 }),
      async (seed, sizes, repeated) => {
        const again = repeated.map((index) => messages[index % messages.length] as BusMessage);
        expect(await tablesAfter(cut(shuffle([...messages, ...again], seed), sizes))).toEqual(expected);
      },
    ),
    { numRuns: runs, endOnFailure: true },
  );
}

/** A worker killed at any write and restarted loses and doubles nothing. @param smallest as above */
export async function checkKilledAnywhere(
  { messages, expected }: Recorded,
  runs: number,
  smallest = 20,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (killAt) => {
      const warehouse = await openWarehouse();
      const batches = cut(messages, [smallest + 17]);
      const first = await openPipeline(dyingStore(warehouse.store, killAt));
      let published = 0;
      try {
        for (const batch of batches) {
          await first.bus.publish(batch);
          published += 1;
        }
      } catch {
        // Like the listener: its cursor is before the batch that failed.
      }
      await first.worker.stop().catch(() => undefined);
      await first.bus.close();
      const second = await openPipeline(warehouse.store);
      for (const batch of batches.slice(Math.max(0, published - 1))) await second.bus.publish(batch);
      await second.worker.settle();
      const tables = await fingerprint(warehouse.store);
      await second.stop();
      await warehouse.close();
      expect(tables).toEqual(expected);
    }),
    { numRuns: runs, endOnFailure: true },
  );
}
