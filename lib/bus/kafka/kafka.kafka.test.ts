import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collect, declaration, text, valuesByKey } from "../../../test/support/bus.ts";
import { type KafkaBroker, kafkaMissing, startKafka } from "../../../test/support/kafka.ts";
import { deferred } from "../../deferred.ts";
import { createLogger } from "../../logger.ts";
import type { DeliveredMessage } from "../bus.ts";
import type { KafkaConsumerTiming } from "./client.ts";
import { createKafkaBus } from "./kafka.ts";

const log = createLogger(process.env.TEST_LOG_LEVEL ?? "silent");

describe.skipIf(kafkaMissing() !== undefined)("bus: kafka, alone", () => {
  let broker: KafkaBroker;
  beforeAll(async () => {
    broker = await startKafka();
  });
  afterAll(() => broker?.close());

  const newBus = (timing: Partial<KafkaConsumerTiming> = {}) =>
    createKafkaBus({ brokers: [broker.address], clientId: "test", log, timing });

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
    const started = deferred();
    const release = deferred();
    let slowBatch: readonly DeliveredMessage[] = [];
    await first.subscribe({
      group,
      topics: [topic.name],
      onBatch: async (batch) => {
        if (slowBatch.length === 0) {
          slowBatch = batch;
          started.resolve();
          await release.promise;
        }
      },
    });
    const sent = Array.from({ length: 40 }, (_, index) => text(topic.name, `key-${index}`, String(index)));
    await first.publish(sent);
    await started.promise;
    // The second worker joins: the group waits for the first one's batch, which is committed under its claim.
    const joining = collect(second, { group, topics: [topic.name] });
    release.resolve();
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
    // A group waits only a second for a member's batch; then the member learns from its heartbeats that it is out.
    const timing = { sessionTimeoutMs: 6_000, heartbeatIntervalMs: 200, rebalanceTimeoutMs: 1_000 };
    const [bus, slow] = [newBus(timing), newBus(timing)];
    const topic = declaration({ partitions: 1 });
    const group = randomUUID();
    await bus.ensureTopics([topic]);
    const started = deferred();
    const lost = deferred();
    let calls = 0;
    const subscription = await slow.subscribe({
      group,
      topics: [topic.name],
      onBatch: async (_batch, { signal }) => {
        calls += 1;
        if (calls > 1) return;
        signal.addEventListener("abort", lost.resolve);
        started.resolve();
        await lost.promise;
      },
    });
    await bus.publish([text(topic.name, "k", "only")]);
    await started.promise;
    const reader = await collect(bus, { group, topics: [topic.name] });
    await lost.promise;
    await subscription.stop();
    await reader.until(1);
    expect(valuesByKey(reader.messages())).toEqual({ k: ["only"] });
    expect(calls).toBe(1);
    await subscription.done;
    await Promise.all([bus.close(), slow.close()]);
  });

  it("goes on after the broker was killed and started again", async () => {
    const bus = newBus({ sessionTimeoutMs: 3_000, heartbeatIntervalMs: 300 });
    const topic = declaration();
    await bus.ensureTopics([topic]);
    const seen = new Set<string>();
    const gates = { before: deferred(), after: deferred() };
    await bus.subscribe({
      group: randomUUID(),
      topics: [topic.name],
      onBatch: async (batch) => {
        for (const { value } of batch) seen.add(value.toString());
        if (seen.has("before")) gates.before.resolve();
        if (seen.has("after")) gates.after.resolve();
      },
    });
    await bus.publish([text(topic.name, "k", "before")]);
    await gates.before.promise;
    await broker.kill();
    const published = bus.publish([text(topic.name, "k", "during")]);
    await broker.start();
    await published;
    await bus.publish([text(topic.name, "k", "after")]);
    await gates.after.promise;
    // Each of them may come twice: a commit may have been under way when the broker died.
    expect([...seen]).toEqual(["before", "during", "after"]);
    await bus.close();
  });

  // The last one: it leaves nothing of the broker's log.
  it("whose log is lost creates the topics again and goes on, and says that the old positions are gone", async () => {
    const bus = newBus();
    const topics = [declaration(), declaration()];
    await bus.ensureTopics(topics);
    for (const round of [1, 2]) {
      for (const { name } of topics) await bus.publish([text(name, "k", "a"), text(name, "k", "b")]);
      const positions = bus.acknowledgements?.positions() ?? {};
      // The client requests these topics' offsets: it must not insist on them when they are gone.
      expect(await bus.acknowledgements?.reach(positions)).toBe(true);
      await broker.restartWithLostData();
      expect(await bus.acknowledgements?.reach(positions)).toBe(false);
      await bus.publish(topics.map(({ name }) => text(name, "k", `after ${round}`)));
      expect(await bus.acknowledgements?.reach(positions)).toBe(false);
      expect(await bus.acknowledgements?.reach(bus.acknowledgements.positions())).toBe(true);
    }
    await bus.close();
  });
});
