/** The laws: whatever happens to the messages on their way, the tables are the same. On both kinds of bus. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import type { Bus, BusMessage } from "../lib/bus/bus.ts";
import { createKafkaBus } from "../lib/bus/kafka/kafka.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { registry } from "../lib/metrics.ts";
import type { Column, Store } from "../lib/store/store.ts";
import { log, openPipeline, openWarehouse, recordMessages } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { type KafkaBroker, kafkaMissing, startKafka } from "./support/kafka.ts";
import { fc } from "./support/properties.ts";

/** Four epochs a day, so that days begin and end within a short chain; in one of them nobody does anything. */
const chain = generateChain({
  seed: 11,
  validators: 96,
  preset: "minimal",
  startEpoch: 6,
  epochs: 12,
  spec: { SECONDS_PER_SLOT: "2700" },
  knobs: { leak: { fromEpoch: 6, epochs: 1, offlineShare: 1 } },
});
const from = chain.options.startEpoch + 1;
const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);

/** Everything that the listener says about the chain, in order. */
let messages: BusMessage[];
let expected: Record<string, string>;

beforeAll(async () => {
  ({ messages, expected } = await recordMessages(chain, { from, to }));
});

/** Feeds batches through a worker into an empty warehouse. */
async function tablesAfter(
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
    const found = await fingerprint(warehouse.store);
    await pipeline.stop();
    return found;
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

/** On Kafka `publish` does not wait for the worker: wait until it has written as many and nothing more comes. */
async function drain(bus: Bus, group: string, published: number): Promise<void> {
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
function dyingStore(store: Store, killAt: number): Store {
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

function cut<T>(items: readonly T[], sizes: readonly number[]): T[][] {
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
function shuffle<T>(items: readonly T[], seed: number): T[] {
  let state = seed | 1;
  const keyed = items.map((item) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return { item, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

describe("in the process", () => {
  it("has something to lose", () => {
    expect(messages.length).toBeGreaterThan(100);
    expect(Object.keys(expected).length).toBeGreaterThan(20);
    expect(expected.fct_eth_validator_performance_daily).not.toMatch(/^0:/);
    expect(expected.fct_eth_validator_reconciliation_daily).not.toMatch(/^0:/);
  });

  it("replaying twice changes nothing", async () => {
    expect(await tablesAfter([messages, messages])).toEqual(expected);
  });

  it("the end before the beginning", async () => {
    expect(await tablesAfter(cut([...messages].reverse(), [5]))).toEqual(expected);
  });

  it("any batching, order and repetition lead to the same tables", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.array(fc.integer({ min: 20, max: 200 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat({ max: 10_000 }), { maxLength: 40 }),
        async (seed, sizes, repeated) => {
          const again = repeated.map((index) => messages[index % messages.length] as BusMessage);
          expect(await tablesAfter(cut(shuffle([...messages, ...again], seed), sizes))).toEqual(expected);
        },
      ),
      { numRuns: 3, endOnFailure: true },
    );
  });

  it("a worker killed at any write and started again loses and doubles nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (killAt) => {
        const warehouse = await openWarehouse();
        const batches = cut(messages, [37]);
        const first = await openPipeline(dyingStore(warehouse.store, killAt));
        let published = 0;
        try {
          for (const batch of batches) {
            await first.bus.publish(batch);
            published += 1;
          }
        } catch {
          // What the listener does: its cursor stands before the batch that failed.
        }
        await first.worker.stop().catch(() => undefined);
        await first.bus.close();
        const second = await openPipeline(warehouse.store);
        for (const batch of batches.slice(Math.max(0, published - 1))) await second.bus.publish(batch);
        await second.worker.settle();
        const found = await fingerprint(warehouse.store);
        await second.stop();
        await warehouse.close();
        expect(found).toEqual(expected);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  it("roll-ups that a stopped worker had put off are made good by the next one", async () => {
    const warehouse = await openWarehouse();
    const first = await openPipeline(warehouse.store);
    for (const batch of cut(messages, [60])) await first.bus.publish(batch);
    await first.stop();
    const second = await openPipeline(warehouse.store);
    await second.bus.publish(messages.slice(-1));
    await second.worker.settle();
    const found = await fingerprint(warehouse.store);
    await second.stop();
    await warehouse.close();
    expect(found).toEqual(expected);
  });

  it("a reorg's provisional blocks leave no trace in what is computed", async () => {
    const orphan = messages.find((message) => {
      const value = JSON.parse(message.value.toString()) as { type: string; status?: string };
      return value.type === "block" && value.status === "canonical";
    });
    if (orphan === undefined) throw new Error("no canonical block");
    const block = JSON.parse(orphan.value.toString()) as Record<string, unknown>;
    const provisional = {
      ...orphan,
      value: Buffer.from(
        JSON.stringify({
          ...block,
          finality: "provisional",
          attestations: [],
          withdrawals: [],
          observed_slot: block.slot,
        }),
      ),
    };
    const found = await tablesAfter([[provisional], messages, [provisional]]);
    expect(found).toEqual(expected);
  });

  it("a complete day never changes when later epochs arrive", async () => {
    const warehouse = await openWarehouse();
    const pipeline = await openPipeline(warehouse.store);
    const epochOf = (message: BusMessage) =>
      (JSON.parse(message.value.toString()) as { epoch: number }).epoch;
    const days = () =>
      warehouse.store.rows<{ day: number; day_type: string; hash: string }>(
        `select day_type, day, hex(groupBitXor(cityHash64(*))) as hash from fct_eth_validator_performance_daily final
        where is_complete = 1 group by day_type, day order by day_type, day`,
      );
    const seen = new Map<string, string>();
    for (let epoch = from - 1; epoch <= to + 1; epoch++) {
      await pipeline.bus.publish(messages.filter((message) => epochOf(message) === epoch));
      await pipeline.worker.settle();
      for (const { day_type, day, hash } of await days()) {
        const key = `${day_type}/${day}`;
        expect([key, hash]).toEqual([key, seen.get(key) ?? hash]);
        seen.set(key, hash);
      }
    }
    expect(seen.size).toBeGreaterThanOrEqual(2);
    await pipeline.stop();
    await warehouse.close();
  });
});

describe.skipIf(kafkaMissing() !== undefined)("on kafka", () => {
  let broker: KafkaBroker;

  beforeAll(async () => {
    broker = await startKafka();
  });
  afterAll(() => broker.close());

  let groups = 0;
  const openBus = () => createKafkaBus({ brokers: [broker.address], clientId: "laws", log });

  it("any batching, order and repetition lead to the same tables", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.array(fc.integer({ min: 3, max: 200 }), { minLength: 1, maxLength: 8 }),
        async (seed, sizes) => {
          groups += 1;
          const sent = cut(shuffle([...messages, ...messages.slice(0, 50)], seed), sizes);
          // Later groups also find what earlier ones left in the topics: a replay.
          expect(await tablesAfter(sent, openBus(), `laws-${groups}`)).toEqual(expected);
        },
      ),
      { numRuns: 2, endOnFailure: true },
    );
  });

  it("a worker killed at any write and started again loses and doubles nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (killAt) => {
        groups += 1;
        const group = `laws-${groups}`;
        const warehouse = await openWarehouse();
        const first = await openPipeline(dyingStore(warehouse.store, killAt), openBus(), group);
        for (const batch of cut(messages, [37])) await first.bus.publish(batch);
        await Promise.race([
          first.worker.done.catch(() => undefined),
          drain(first.bus, group, messages.length),
        ]);
        await first.stop().catch(() => undefined);
        const bus = openBus();
        const second = await openPipeline(warehouse.store, bus, group);
        await drain(bus, group, messages.length);
        await second.worker.settle();
        const found = await fingerprint(warehouse.store);
        await second.stop();
        await warehouse.close();
        expect(found).toEqual(expected);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });
});
