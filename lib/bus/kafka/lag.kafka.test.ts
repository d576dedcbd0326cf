import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type KafkaBroker, kafkaMissing, startKafka } from "../../../test/support/kafka.ts";
import { createLogger } from "../../logger.ts";
import { busMetrics } from "../metrics.ts";
import { createKafkaBus } from "./kafka.ts";
import { watchLag } from "./lag.ts";

const log = createLogger("silent");
const patience = { timeout: 120_000, interval: 100 };
const topics = ["watched", "unwatched"].map((name) => ({
  name,
  partitions: 2,
  retentionMs: 3_600_000,
  compression: "gzip" as const,
  messageBytesMax: 1_048_576,
}));

/** Values of the gauges by group, topic and partition. */
async function values(gauge: (typeof busMetrics)["lagMessages"], group: string) {
  const ofGroup = (await gauge.get()).values.filter(({ labels }) => labels.group === group);
  return Object.fromEntries(
    ofGroup.map(({ labels, value }) => [`${labels.topic}/${labels.partition}`, value]),
  );
}

const read = async (group: string) => ({
  lag: await values(busMetrics.lagMessages, group),
  held: await values(busMetrics.partitionHeld, group),
});

describe.skipIf(kafkaMissing() !== undefined)("lag of a group on Kafka", () => {
  let broker: KafkaBroker;
  const bus = () => createKafkaBus({ brokers: [broker.address], clientId: "test", log });
  const watch = (group: string) => {
    const kafka = new Kafka({ brokers: [broker.address], logLevel: logLevel.NOTHING });
    return watchLag({ kafka, group, topics: topics.map((topic) => ({ ...topic })), pollMs: 100, log });
  };

  beforeAll(async () => {
    broker = await startKafka();
  });
  afterAll(() => broker.close());

  it("is true while the worker hangs, shrinks when it commits, and goes with the subscription", async () => {
    const writer = bus();
    await writer.ensureTopics(topics);
    for (let key = 0; key < 20; key += 1)
      await writer.publish([{ topic: "watched", key: String(key), value: Buffer.from("x") }]);

    const lagWatch = watch("group");
    const total = ({ lag }: { lag: Record<string, number> }) =>
      Object.values(lag).reduce((sum, messages) => sum + messages, 0);
    // No consumer yet: every partition is listed, and none is assigned.
    await vi.waitFor(async () => expect(total(await read("group"))).toBe(20), patience);
    expect((await read("group")).held).toEqual({
      "watched/0": 0,
      "watched/1": 0,
      "unwatched/0": 0,
      "unwatched/1": 0,
    });

    let release = () => {};
    const hang = new Promise<void>((resolve) => {
      release = resolve;
    });
    let taken = () => {};
    const started = new Promise<void>((resolve) => {
      taken = resolve;
    });
    const reader = bus();
    const subscription = await reader.subscribe({
      group: "group",
      topics: ["watched"],
      onBatch: async () => {
        taken();
        await hang;
      },
    });
    await started;
    for (let key = 0; key < 5; key += 1)
      await writer.publish([{ topic: "watched", key: String(key), value: Buffer.from("x") }]);
    await vi.waitFor(async () => {
      const now = await read("group");
      expect(total(now)).toBe(25);
      expect(now.held).toEqual({ "watched/0": 1, "watched/1": 1, "unwatched/0": 0, "unwatched/1": 0 });
    }, patience);

    release();
    await vi.waitFor(async () => expect(total(await read("group"))).toBe(0), patience);

    await lagWatch.stop();
    await subscription.stop();
    expect(await read("group")).toEqual({ lag: {}, held: {} });
    await reader.close();
    await writer.close();
  });

  it("shows nothing while the broker does not answer, and the truth again afterwards", async () => {
    const writer = bus();
    await writer.ensureTopics(topics);
    await writer.publish([{ topic: "unwatched", key: "a", value: Buffer.from("x") }]);
    const lagWatch = watch("other");
    await vi.waitFor(async () => expect(Object.keys((await read("other")).lag)).toHaveLength(4), patience);
    await broker.stop();
    await vi.waitFor(async () => expect(await read("other")).toEqual({ lag: {}, held: {} }), patience);
    await broker.start();
    await vi.waitFor(async () => expect(Object.keys((await read("other")).lag)).toHaveLength(4), patience);
    await lagWatch.stop();
    await writer.close();
  });
});
