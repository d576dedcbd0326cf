import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KafkaBroker, kafkaMissing, startKafka } from "../test/support/kafka.ts";
import type { Bus, BusMessage, DeliveredMessage, SubscribeOptions, TopicDeclaration } from "./bus.ts";
import { createBus } from "./buses.ts";
import { createKafkaBus } from "./busKafka.ts";
import type { KafkaConsumerTiming } from "./busKafkaConsumer.ts";
import { createMemoryBus } from "./busMemory.ts";
import { createLogger } from "./logger.ts";
import { registry } from "./metrics.ts";

const log = createLogger(process.env.TEST_LOG_LEVEL ?? "silent");
const missing = kafkaMissing();

function declaration(change: Partial<TopicDeclaration> = {}): TopicDeclaration {
  return {
    name: `topic-${randomUUID()}`,
    partitions: 3,
    retentionMs: 3_600_000,
    compression: "zstd",
    messageBytesMax: 1_048_576,
    ...change,
  };
}

function text(topic: string, key: string, value: string): BusMessage {
  return { topic, key, value: Buffer.from(value) };
}

function valuesByKey(messages: readonly DeliveredMessage[]): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  for (const { key, value } of messages) values[key] = [...(values[key] ?? []), value.toString()];
  return values;
}

/** A subscriber that keeps what it got; `until(n)` resolves when it has n messages. */
async function collect(bus: Bus, options: Omit<SubscribeOptions, "onBatch">) {
  const batches: DeliveredMessage[][] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const messages = () => batches.flat();
  const subscription = await bus.subscribe({
    ...options,
    onBatch: async (batch) => {
      batches.push([...batch]);
      for (const { count, resolve } of waiting) if (messages().length >= count) resolve();
    },
  });
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      if (messages().length >= count) resolve();
      else waiting.push({ count, resolve });
    });
  return { batches, messages, until, subscription };
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

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
      const started = gate();
      const release = gate();
      const handled: string[] = [];
      const subscription = await bus.subscribe({
        group,
        topics: [topic.name],
        batchMessagesMax: 1,
        onBatch: async (batch, { signal }) => {
          started.open();
          await release.opened;
          expect(signal.aborted).toBe(false);
          handled.push(...batch.map(({ value }) => value.toString()));
        },
      });
      const published = bus.publish([text(topic.name, "k", "first"), text(topic.name, "k", "second")]);
      const outcome = published.then(
        () => "published",
        (error: { code?: string }) => error.code,
      );
      await started.opened;
      const stopped = subscription.stop();
      release.open();
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
      const started = gate();
      const release = gate();
      let isCommittedEarly = false;
      const subscription = await bus.subscribe({
        group,
        topics: [topic.name],
        onBatch: async () => {
          started.open();
          await release.opened;
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
      await started.opened;
      expect(isCommittedEarly).toBe(false);
      release.open();
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
            const complete = gate();
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
                if (committed.length >= sent) complete.open();
              },
            });
            await Promise.race([complete.opened, subscription.done.catch(() => {})]);
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

describe("bus: memory, alone", () => {
  it("makes a publisher wait while the buffer is full", async () => {
    const bus = createMemoryBus({ log, bufferBytesMax: 1_000 });
    const release = gate();
    const handled: string[] = [];
    const subscription = await bus.subscribe({
      group: "slow",
      topics: ["t"],
      batchMessagesMax: 1,
      onBatch: async (batch) => {
        await release.opened;
        handled.push(...batch.map(({ key }) => key));
      },
    });
    const order: string[] = [];
    const first = bus.publish([{ topic: "t", key: "a", value: Buffer.alloc(600) }]);
    const second = bus.publish([{ topic: "t", key: "b", value: Buffer.alloc(600) }]);
    // A later one that would fit must not overtake, and another topic has room of its own.
    const third = bus.publish([{ topic: "t", key: "c", value: Buffer.alloc(10) }]);
    await bus.publish([{ topic: "t.dead-letter", key: "d", value: Buffer.alloc(10) }]);
    for (const [name, promise] of Object.entries({ first, second, third })) {
      void promise.then(() => order.push(name));
    }
    expect(handled).toEqual([]);
    release.open();
    await Promise.all([first, second, third]);
    expect(handled).toEqual(["a", "b", "c"]);
    expect(order).toEqual(["first", "second", "third"]);
    await subscription.stop();
    await bus.close();
  });

  it("waits for a reader when nobody reads, and releases the publisher on close", async () => {
    const bus = createMemoryBus({ log, bufferBytesMax: 100 });
    await bus.publish([{ topic: "t", key: "a", value: Buffer.alloc(100) }]);
    const blocked = bus.publish([{ topic: "t", key: "b", value: Buffer.alloc(100) }]);
    const settled = expect(blocked).rejects.toMatchObject({ code: "bus_closed" });
    await bus.close();
    await settled;
  });

  it("keeps the newest dead letters when nobody reads them", async () => {
    const bus = createMemoryBus({ log, bufferBytesMax: 100 });
    for (const key of ["a", "b", "c", "d"]) {
      await bus.publish([{ topic: "t.dead-letter", key, value: Buffer.alloc(40) }]);
    }
    const reader = await collect(bus, { group: "g", topics: ["t.dead-letter"] });
    await reader.until(2);
    expect(reader.messages().map(({ key }) => key)).toEqual(["c", "d"]);
    await bus.close();
  });

  it("resolves a publication only when every group has processed it", async () => {
    const bus = createMemoryBus({ log });
    const release = gate();
    const fast = await collect(bus, { group: "fast", topics: ["t"] });
    await bus.subscribe({ group: "slow", topics: ["t"], onBatch: () => release.opened });
    let isSafe = false;
    const published = bus.publish([text("t", "k", "v")]).then(() => {
      isSafe = true;
    });
    await fast.until(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSafe).toBe(false);
    release.open();
    await published;
    await bus.close();
  });

  it("refuses a second worker of a group", async () => {
    const bus = createMemoryBus({ log });
    await collect(bus, { group: "g", topics: ["t"] });
    await expect(collect(bus, { group: "g", topics: ["t"] })).rejects.toMatchObject({
      code: "bus_group_taken",
    });
    await bus.close();
  });
});

describe.skipIf(missing !== undefined)("bus: kafka, alone", () => {
  const newBus = (timing: Partial<KafkaConsumerTiming> = {}) =>
    createKafkaBus({ brokers: [broker!.address], clientId: "test", log, timing });

  it("refuses what the topic cannot take, before sending", async () => {
    const bus = newBus();
    const topic = declaration({ messageBytesMax: 10_000 });
    await bus.ensureTopics([topic]);
    const large = { topic: topic.name, key: "slot-7", value: Buffer.alloc(10_001) };
    await expect(bus.publish([text(topic.name, "k", "v"), large])).rejects.toThrow(
      `message slot-7 of 10039 bytes exceeds the maximum of topic ${topic.name}, 10000 bytes`,
    );
    await expect(bus.publish([text("no-such-topic", "k", "v")])).rejects.toThrow("create the topics");
    // Many that exceed the maximum only together are split over several requests.
    const many = Array.from({ length: 40 }, () => ({
      topic: topic.name,
      key: "k",
      value: Buffer.alloc(3_000),
    }));
    await bus.publish(many);
    const reader = await collect(bus, { group: randomUUID(), topics: [topic.name] });
    await reader.until(40);
    expect(reader.messages()).toHaveLength(40);
    await bus.close();
  });

  it("finishes and commits the batch in hand before another worker takes partitions over", async () => {
    const timing = { sessionTimeoutMs: 6_000, heartbeatIntervalMs: 200 };
    const [first, second] = [newBus(timing), newBus(timing)];
    const topic = declaration({ partitions: 4 });
    const group = randomUUID();
    await first.ensureTopics([topic]);
    const started = gate();
    const release = gate();
    let slowBatch: readonly DeliveredMessage[] = [];
    await first.subscribe({
      group,
      topics: [topic.name],
      onBatch: async (batch) => {
        if (slowBatch.length === 0) {
          slowBatch = batch;
          started.open();
          await release.opened;
        }
      },
    });
    const sent = Array.from({ length: 40 }, (_, index) => text(topic.name, `key-${index}`, String(index)));
    await first.publish(sent);
    await started.opened;
    // The second worker joins: the group waits for the first one's batch, which is committed under its claim.
    const joining = collect(second, { group, topics: [topic.name] });
    release.open();
    const reader = await joining;
    await first.publish(sent);
    await first.close();
    await reader.until(1);
    await second.close();
    const places = slowBatch.map(({ partition, offset }) => `${partition}/${offset}`);
    const again = reader.messages().map(({ partition, offset }) => `${partition}/${offset}`);
    expect(again.filter((place) => places.includes(place))).toEqual([]);
  });

  it("commits nothing of a batch whose partitions went to another worker", async () => {
    // A group waits only a second for a member's batch; then the member's heartbeats tell it that it is out.
    const timing = { sessionTimeoutMs: 6_000, heartbeatIntervalMs: 200, rebalanceTimeoutMs: 1_000 };
    const [bus, slow] = [newBus(timing), newBus(timing)];
    const topic = declaration({ partitions: 1 });
    const group = randomUUID();
    await bus.ensureTopics([topic]);
    const started = gate();
    const lost = gate();
    let calls = 0;
    const subscription = await slow.subscribe({
      group,
      topics: [topic.name],
      onBatch: async (_batch, { signal }) => {
        calls += 1;
        if (calls > 1) return;
        signal.addEventListener("abort", lost.open);
        started.open();
        await lost.opened;
      },
    });
    await bus.publish([text(topic.name, "k", "only")]);
    await started.opened;
    const reader = await collect(bus, { group, topics: [topic.name] });
    await lost.opened;
    await subscription.stop();
    await reader.until(1);
    expect(valuesByKey(reader.messages())).toEqual({ k: ["only"] });
    expect(calls).toBe(1);
    await subscription.done;
    await Promise.all([bus.close(), slow.close()]);
  });

  it("goes on after the broker was killed and started again", async () => {
    const own = await startKafka();
    try {
      const timing = { sessionTimeoutMs: 3_000, heartbeatIntervalMs: 300 };
      const bus = createKafkaBus({ brokers: [own.address], clientId: "test", log, timing });
      const topic = declaration();
      await bus.ensureTopics([topic]);
      const seen = new Set<string>();
      const gates = { before: gate(), after: gate() };
      await bus.subscribe({
        group: randomUUID(),
        topics: [topic.name],
        onBatch: async (batch) => {
          for (const { value } of batch) seen.add(value.toString());
          if (seen.has("before")) gates.before.open();
          if (seen.has("after")) gates.after.open();
        },
      });
      await bus.publish([text(topic.name, "k", "before")]);
      await gates.before.opened;
      await own.kill();
      const published = bus.publish([text(topic.name, "k", "during")]);
      await own.start();
      await published;
      await bus.publish([text(topic.name, "k", "after")]);
      await gates.after.opened;
      // Each of them may come twice: a commit may have been under way when the broker died.
      expect([...seen]).toEqual(["before", "during", "after"]);
      await bus.close();
    } finally {
      await own.close();
    }
  });
});

describe.skipIf(missing !== undefined)("bus: kafka whose log is lost", () => {
  it("creates the topics again and goes on, and says that the old positions are gone", async () => {
    const own = await startKafka();
    const bus = createKafkaBus({ brokers: [own.address], clientId: "test", log });
    try {
      const topics = [declaration(), declaration()];
      await bus.ensureTopics(topics);
      for (const round of [1, 2]) {
        for (const { name } of topics) await bus.publish([text(name, "k", "a"), text(name, "k", "b")]);
        const positions = bus.acknowledgements?.positions() ?? {};
        // The client asks for these topics' offsets: it must not insist on them when they are gone.
        expect(await bus.acknowledgements?.reach(positions)).toBe(true);
        await own.restartWithLostData();
        expect(await bus.acknowledgements?.reach(positions)).toBe(false);
        await bus.publish(topics.map(({ name }) => text(name, "k", `after ${round}`)));
        expect(await bus.acknowledgements?.reach(positions)).toBe(false);
        expect(await bus.acknowledgements?.reach(bus.acknowledgements.positions())).toBe(true);
      }
    } finally {
      await bus.close();
      await own.close();
    }
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
