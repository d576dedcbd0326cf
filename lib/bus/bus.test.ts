import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collect, declaration, text, valuesByKey } from "../../test/support/bus.ts";
import { type KafkaBroker, kafkaMissing, startKafka } from "../../test/support/kafka.ts";
import { fc } from "../../test/support/properties.ts";
import { deferred } from "../deferred.ts";
import { createLogger } from "../logger.ts";
import { registry } from "../metrics.ts";
import type { Bus, BusMessage, DeliveredMessage } from "./bus.ts";
import { createBus } from "./create.ts";
import { createKafkaBus } from "./kafka/kafka.ts";
import { createMemoryBus } from "./memory.ts";

const log = createLogger(process.env.TEST_LOG_LEVEL ?? "silent");
const missing = kafkaMissing();

let broker: KafkaBroker | undefined;
const kinds = [
  { kind: "memory" as const, skip: false, runs: 100, createBus: () => createMemoryBus({ log }) },
  {
    kind: "kafka" as const,
    skip: missing !== undefined,
    runs: 5,
    createBus: () => createKafkaBus({ brokers: [broker?.address ?? ""], clientId: "test", log }),
  },
];

beforeAll(async () => {
  if (missing === undefined) broker = await startKafka();
});
afterAll(async () => {
  await broker?.close();
});

describe.each(kinds)("bus: $kind", ({ kind, skip, runs, createBus: create }) => {
  const buses: Bus[] = [];
  function newBus(): Bus {
    const bus = create();
    buses.push(bus);
    return bus;
  }
  let bus: Bus;
  beforeAll(() => {
    bus = newBus();
  });
  afterAll(async () => {
    await Promise.all(buses.map((each) => each.close()));
  });

  describe.skipIf(skip)("suite", () => {
    it("says its kind and answers a ping", async () => {
      expect(bus.kind).toBe(kind);
      await bus.ping();
    });

    it("delivers everything, whole, in order for each key", async () => {
      const topic = declaration();
      await bus.ensureTopics([topic]);
      const reader = await collect(bus, { group: randomUUID(), topics: [topic.name] });
      const sent: BusMessage[] = Array.from({ length: 300 }, (_, index) => ({
        topic: topic.name,
        key: `key-${index % 7}`,
        value: Buffer.from([index & 255, index >> 8, 0, 255]),
        headers: { index: String(index) },
      }));
      for (let start = 0; start < sent.length; start += 50) await bus.publish(sent.slice(start, start + 50));
      await reader.until(300);
      await reader.subscription.stop();
      const got = reader.messages();
      expect(got).toHaveLength(300);
      const strip = ({ topic, key, value, headers }: BusMessage) => ({ topic, key, value, headers });
      for (const key of new Set(sent.map((message) => message.key))) {
        const ofKey = got.filter((message) => message.key === key);
        expect(ofKey.map(strip)).toEqual(sent.filter((message) => message.key === key).map(strip));
        expect(new Set(ofKey.map((message) => message.partition)).size).toBe(1);
      }
      for (const partition of new Set(got.map((message) => message.partition))) {
        const offsets = got.filter((message) => message.partition === partition).map(({ offset }) => offset);
        expect(offsets).toEqual(offsets.map((_, index) => String(index)));
      }
    });

    it("keeps the order of publications that were not awaited", async () => {
      const topic = declaration({ compression: "none" });
      await bus.ensureTopics([topic]);
      const reader = await collect(bus, { group: randomUUID(), topics: [topic.name] });
      const expected = Array.from({ length: 200 }, (_, index) => String(index));
      await Promise.all(expected.map((value) => bus.publish([text(topic.name, "one", value)])));
      await reader.until(200);
      await reader.subscription.stop();
      expect(valuesByKey(reader.messages())).toEqual({ one: expected });
    });

    it("gives every group everything, also what came before it", async () => {
      const topics = [declaration(), declaration()];
      const names = topics.map(({ name }) => name);
      await bus.ensureTopics(topics);
      await bus.publish(names.map((name) => text(name, "a", `early ${name}`)));
      const first = await collect(bus, { group: randomUUID(), topics: names });
      await first.until(2);
      const second = await collect(bus, { group: randomUUID(), topics: names.slice(1) });
      await bus.publish(names.map((name) => text(name, "a", `late ${name}`)));
      await first.until(4);
      await second.until(kind === "kafka" ? 2 : 1);
      await Promise.all([first.subscription.stop(), second.subscription.stop()]);
      for (const name of names) {
        const values = first.messages().filter(({ topic }) => topic === name);
        expect(values.map(({ value }) => value.toString())).toEqual([`early ${name}`, `late ${name}`]);
      }
      const late = second.messages().at(-1);
      expect([late?.topic, late?.value.toString()]).toEqual([names[1], `late ${names[1]}`]);
    });

    it("delivers again what a failed handler had, and nothing that was committed", async () => {
      const topic = declaration({ partitions: 1 });
      const group = randomUUID();
      await bus.ensureTopics([topic]);
      const seen: string[] = [];
      const failure = new Error("the store is away");
      const subscription = await bus.subscribe({
        group,
        topics: [topic.name],
        batchMessagesMax: 2,
        onBatch: async (batch) => {
          const values = batch.map(({ value }) => value.toString());
          seen.push(...values);
          if (values.includes("poison")) throw failure;
        },
      });
      await bus.publish([text(topic.name, "k", "1"), text(topic.name, "k", "2")]);
      const published = bus.publish(["3", "poison", "4"].map((value) => text(topic.name, "k", value)));
      if (kind === "memory") await expect(published).rejects.toBe(failure);
      else await published;
      await expect(subscription.done).rejects.toBe(failure);
      await subscription.stop();
      expect(seen.slice(-1)).toEqual(["poison"]);

      const reader = await collect(bus, { group, topics: [topic.name] });
      await reader.until(3);
      await reader.subscription.stop();
      const again = reader.messages().map(({ value }) => value.toString());
      expect(again.slice(-2)).toEqual(["poison", "4"]);
      // Every value was handled at least once, and "2" left with its own committed batch or came again whole.
      expect(new Set([...seen, ...again])).toEqual(new Set(["1", "2", "3", "poison", "4"]));
      expect(again).not.toContain("1");
    });

    it("finishes the batch in hand when stopped, and commits it", async () => {
      const topic = declaration({ partitions: 1 });
      const group = randomUUID();
      await bus.ensureTopics([topic]);
      const started = deferred();
      const release = deferred();
      const handled: string[] = [];
      const subscription = await bus.subscribe({
        group,
        topics: [topic.name],
        batchMessagesMax: 1,
        onBatch: async (batch, { signal }) => {
          started.resolve();
          await release.promise;
          expect(signal.aborted).toBe(false);
          handled.push(...batch.map(({ value }) => value.toString()));
        },
      });
      const published = bus.publish([text(topic.name, "k", "first"), text(topic.name, "k", "second")]);
      const outcome = published.then(
        () => "published",
        (error: { code?: string }) => error.code,
      );
      await started.promise;
      const stopped = subscription.stop();
      release.resolve();
      await stopped;
      await subscription.done;
      expect(handled).toEqual(["first"]);
      // In memory nothing else keeps the second message, so its publisher must not believe it safe.
      expect(await outcome).toBe(kind === "memory" ? "bus_group_stopped" : "published");

      const reader = await collect(bus, { group, topics: [topic.name] });
      await reader.until(1);
      await reader.subscription.stop();
      expect(reader.messages().map(({ value }) => value.toString())).toEqual(["second"]);
    });

    it("commits only after the handler", async () => {
      const topic = declaration({ partitions: 1 });
      await bus.ensureTopics([topic]);
      const group = randomUUID();
      const started = deferred();
      const release = deferred();
      let isCommittedEarly = false;
      const subscription = await bus.subscribe({
        group,
        topics: [topic.name],
        onBatch: async () => {
          started.resolve();
          await release.promise;
          throw new Error("late failure");
        },
      });
      const published = bus.publish([text(topic.name, "k", "only")]);
      const settled = published.then(
        () => {
          isCommittedEarly = kind === "memory";
        },
        () => {},
      );
      await started.promise;
      expect(isCommittedEarly).toBe(false);
      release.resolve();
      await settled;
      await expect(subscription.done).rejects.toThrow("late failure");
      const reader = await collect(bus, { group, topics: [topic.name] });
      await reader.until(1);
      await reader.subscription.stop();
      expect(valuesByKey(reader.messages())).toEqual({ k: ["only"] });
      expect(isCommittedEarly).toBe(false);
    });

    it("keeps batches within their limits and merges topics and partitions", async () => {
      const topics = [declaration(), declaration()];
      await bus.ensureTopics(topics);
      const sent = topics.flatMap(({ name }) =>
        Array.from({ length: 60 }, (_, index) => text(name, `key-${index}`, "x".repeat(100))),
      );
      await bus.publish(sent);
      const names = topics.map(({ name }) => name);
      const byCount = await collect(bus, { group: randomUUID(), topics: names, batchMessagesMax: 25 });
      await byCount.until(120);
      await byCount.subscription.stop();
      expect(Math.max(...byCount.batches.map((batch) => batch.length))).toBeLessThanOrEqual(25);
      const places = byCount.batches.map(
        (batch) => new Set(batch.map((m) => `${m.topic}/${m.partition}`)).size,
      );
      expect(Math.max(...places)).toBeGreaterThan(1);

      // What the first group committed is gone from memory.
      if (kind === "memory") await expect(bus.publish(sent)).rejects.toThrow("has stopped");
      const fresh = kind === "memory" ? newBus() : bus;
      if (kind === "memory") await fresh.publish(sent);
      const byBytes = await collect(fresh, { group: randomUUID(), topics: names, batchBytesMax: 1_050 });
      await byBytes.until(120);
      await byBytes.subscription.stop();
      expect(Math.max(...byBytes.batches.map((batch) => batch.length))).toBeLessThanOrEqual(10);
      expect(byBytes.messages()).toHaveLength(120);
    });

    it("carries messages of 900 KB, alone when they exceed the batch", async () => {
      const topic = declaration({ partitions: 1, compression: "none" });
      await bus.ensureTopics([topic]);
      const sent = Array.from({ length: 5 }, (_, index) => ({
        topic: topic.name,
        key: "big",
        value: Buffer.alloc(900_000, index + 1),
      }));
      const reader = await collect(bus, {
        group: randomUUID(),
        topics: [topic.name],
        batchBytesMax: 500_000,
      });
      await bus.publish(sent);
      await reader.until(5);
      await reader.subscription.stop();
      expect(reader.batches.map((batch) => batch.length)).toEqual([1, 1, 1, 1, 1]);
      for (const [index, message] of reader.messages().entries()) {
        expect(message.value.equals(sent[index]!.value)).toBe(true);
      }
    });

    it("creates missing topics once and says how the others differ", async () => {
      const topic = declaration();
      expect(await bus.ensureTopics([topic])).toEqual([]);
      expect(await bus.ensureTopics([topic])).toEqual([]);
      const changed = { ...topic, partitions: 5, retentionMs: -1, messageBytesMax: 2_000_000 };
      const differences = await bus.ensureTopics([changed, declaration()]);
      expect(differences).toHaveLength(1);
      expect(differences[0]).toContain(`topic ${topic.name}: partitions is 3, declared 5`);
    });

    it("counts messages and bytes in and out", async () => {
      const topic = declaration();
      const group = randomUUID();
      await bus.ensureTopics([topic]);
      const reader = await collect(bus, { group, topics: [topic.name] });
      await bus.publish([text(topic.name, "a", "12345"), text(topic.name, "b", "123")]);
      await reader.until(2);
      await reader.subscription.stop();
      const metrics = await registry.metrics();
      const of = (name: string, labels: string) =>
        metrics.split("\n").find((line) => line.startsWith(`validator_analytics_bus_${name}{${labels}}`));
      expect(of("produced_messages_total", `topic="${topic.name}"`)).toMatch(/ 2$/);
      expect(of("produced_bytes_total", `topic="${topic.name}"`)).toMatch(/ 8$/);
      expect(of("consumed_bytes_total", `group="${group}",topic="${topic.name}"`)).toMatch(/ 8$/);
    });

    it("delivers each message at least once and in order, whatever is published and fails", async () => {
      const batch = fc.array(
        fc.record({ key: fc.constantFrom("a", "b", "c", "d", "ä"), bytes: fc.uint8Array({ maxLength: 50 }) }),
        { maxLength: 20 },
      );
      const history = fc.record({
        batches: fc.array(batch, { minLength: 1, maxLength: 6 }),
        batchMessagesMax: fc.integer({ min: 1, max: 9 }),
        failAt: fc.option(fc.nat(20)),
      });
      await fc.assert(
        fc.asyncProperty(history, async ({ batches, batchMessagesMax, failAt }) => {
          const topic = declaration();
          const group = randomUUID();
          await bus.ensureTopics([topic]);
          const sent = batches.flat().length;
          for (const messages of batches) {
            await bus.publish(
              messages.map(({ key, bytes }) => ({ topic: topic.name, key, value: Buffer.from(bytes) })),
            );
          }
          const committed: DeliveredMessage[] = [];
          let handled = 0;
          let failsLeft = failAt === null ? 0 : 1;
          while (committed.length < sent) {
            const complete = deferred();
            const subscription = await bus.subscribe({
              group,
              topics: [topic.name],
              batchMessagesMax,
              onBatch: async (delivered) => {
                handled += delivered.length;
                if (failsLeft > 0 && handled > (failAt ?? 0)) {
                  failsLeft -= 1;
                  throw new Error("once");
                }
                committed.push(...delivered);
                if (committed.length >= sent) complete.resolve();
              },
            });
            await Promise.race([complete.promise, subscription.done.catch(() => {})]);
            await subscription.stop();
          }
          const expected: Record<string, string[]> = {};
          for (const { key, bytes } of batches.flat()) {
            expected[key] = [...(expected[key] ?? []), Buffer.from(bytes).toString()];
          }
          expect(valuesByKey(committed)).toEqual(expected);
        }),
        { numRuns: runs },
      );
    });

    it("refuses to publish after it was closed", async () => {
      const closing = newBus();
      await closing.close();
      await expect(closing.publish([text("x", "k", "v")])).rejects.toMatchObject({ code: "bus_closed" });
    });
  });
});

describe("createBus", () => {
  it("chooses Kafka when brokers are set", async () => {
    const memory = createBus({}, log);
    const kafka = createBus({ KAFKA_BROKERS: ["127.0.0.1:1"] }, log);
    expect([memory.kind, kafka.kind]).toEqual(["memory", "kafka"]);
    await Promise.all([memory.close(), kafka.close()]);
  });
});
