/**
 * The laws on a real Kafka: in any order and with any repetition of messages, the tables are the same.
 * Fast counterpart: test/ethLaws.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BusMessage } from "../lib/bus/bus.ts";
import { createKafkaBus } from "../lib/bus/kafka/kafka.ts";
import { chain, cut, drain, dyingStore, from, shuffle, tablesAfter, to } from "./support/ethLaws.ts";
import { openPipeline, openWarehouse, recordMessages } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { type KafkaBroker, startKafka } from "./support/kafka.ts";
import { fc } from "./support/properties.ts";
import { log } from "./support/warehouse.ts";

/** All messages of the listener about the chain, in order. */
let messages: BusMessage[];
let expected: Record<string, string>;

beforeAll(async () => {
  ({ messages, expected } = await recordMessages(chain, { from, to }));
});

describe("on kafka", () => {
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
          // Later groups also find the messages of earlier ones in the topics: a replay.
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
        const tables = await fingerprint(warehouse.store);
        await second.stop();
        await warehouse.close();
        expect(tables).toEqual(expected);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });
});
