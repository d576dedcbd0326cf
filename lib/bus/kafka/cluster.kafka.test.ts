/** The bus on three brokers that replicate: what an acknowledgement is worth when brokers die. */
import { randomUUID } from "node:crypto";
import kafkajs, { type Admin, type ITopicConfig } from "kafkajs";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { declaration } from "../../../test/support/bus.ts";
import type { KafkaNode } from "../../../test/support/kafka/node.ts";
import { type KafkaCluster, kafkaMissing, startKafkaCluster } from "../../../test/support/kafka.ts";
import { createLogger } from "../../logger.ts";
import type { Bus, TopicDeclaration } from "../bus.ts";
import { createKafkaBus } from "./kafka.ts";
import { settingsOf } from "./topicCheck.ts";

const missing = kafkaMissing();
const log = createLogger("silent");
const timing = { sessionTimeoutMs: 6_000, heartbeatIntervalMs: 300 };
const patience = { timeout: 120_000, interval: 250 };

describe.skipIf(missing !== undefined)("bus: kafka, three brokers", () => {
  let cluster: KafkaCluster;
  let admin: Admin;
  const buses: Bus[] = [];

  function newBus(replication: number | undefined, busLog = log): Bus {
    const bus = createKafkaBus({
      brokers: cluster.addresses,
      clientId: "test",
      timing,
      replication,
      log: busLog,
    });
    buses.push(bus);
    return bus;
  }

  beforeAll(async () => {
    cluster = await startKafkaCluster();
    const client = new kafkajs.Kafka({ brokers: [...cluster.addresses], logLevel: kafkajs.logLevel.NOTHING });
    admin = client.admin();
    await admin.connect();
  });
  beforeEach(async () => {
    await Promise.all(cluster.nodes.map((node) => node.start()));
  });
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    await admin?.disconnect();
    await cluster?.close();
  });

  async function leaderOf(topic: string): Promise<KafkaNode> {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    const leader = topics[0]?.partitions[0]?.leader ?? 0;
    const node = cluster.nodes[leader - 1];
    if (node === undefined) throw new Error(`no leader of ${topic}`);
    return node;
  }

  /** Other than the declarations want it. */
  async function createTopic(topic: ITopicConfig): Promise<void> {
    await admin.createTopics({ waitForLeaders: false, topics: [topic] });
    await vi.waitFor(() => readSettings(topic.topic), patience);
  }

  async function setTopic(name: string, settings: Record<string, string>): Promise<void> {
    const configEntries = Object.entries(settings).map(([key, value]) => ({ name: key, value }));
    const type = kafkajs.ConfigResourceTypes.TOPIC;
    await admin.alterConfigs({ validateOnly: false, resources: [{ type, name, configEntries }] });
  }

  async function readSettings(name: string): Promise<Record<string, string>> {
    const resource = { type: kafkajs.ConfigResourceTypes.TOPIC, name };
    const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] });
    const entries = resources[0]?.configEntries ?? [];
    return Object.fromEntries(entries.map((entry) => [entry.configName, entry.configValue]));
  }

  /** Brokers learn of a change at different times, and each client connects to another one. */
  async function untilSettings(name: string, settings: Record<string, string>): Promise<void> {
    await vi.waitFor(async () => expect(await readSettings(name)).toMatchObject(settings), patience);
  }

  /** Until every replica of the topic has all of it. */
  async function untilInSync(bus: Bus, topic: TopicDeclaration): Promise<void> {
    await vi.waitFor(async () => expect(await bus.checkTopics([topic])).toEqual([]), patience);
  }

  /** What a new group reads of the topic until it has seen all of `expected`. */
  async function readUntil(bus: Bus, topic: string, expected: readonly string[]): Promise<string[]> {
    const values: string[] = [];
    const subscription = await bus.subscribe({
      group: randomUUID(),
      topics: [topic],
      onBatch: async (batch) => void values.push(...batch.map(({ value }) => value.toString())),
    });
    await vi.waitFor(() => expect(expected.filter((value) => !values.includes(value))).toEqual([]), patience);
    await subscription.stop();
    return values;
  }

  it("creates the same topics from many processes at once", async () => {
    const topics = Array.from({ length: 6 }, () => declaration());
    const all = Array.from({ length: 8 }, () => newBus(3));
    const results = await Promise.all(all.map((bus) => bus.ensureTopics(topics)));
    expect(results.flat()).toEqual([]);
    await vi.waitFor(async () => {
      const { topics: created } = await admin.fetchTopicMetadata({ topics: topics.map(({ name }) => name) });
      expect(created.map(({ partitions }) => partitions.map(({ replicas }) => replicas.length))).toEqual(
        topics.map(() => [3, 3, 3]),
      );
    }, patience);
    await Promise.all(all.map((bus) => bus.close()));
  });

  it("refuses more replicas than there are brokers", async () => {
    await expect(newBus(4).ensureTopics([declaration()])).rejects.toMatchObject({
      code: "bus_replication_impossible",
      message: expect.stringContaining("Kafka has 3 brokers and can't keep 4 replicas"),
    });
  });

  it("says of every difference, raises what gains by it and keeps what others have set", async () => {
    const bus = newBus(3);
    const topic = declaration({ partitions: 2 });
    await createTopic({ topic: topic.name, numPartitions: 1, replicationFactor: 2 });
    await setTopic(topic.name, {
      "retention.ms": "60000",
      "max.message.bytes": "5000",
      "segment.ms": "777000",
    });
    const names = (differences: readonly string[]) =>
      differences.map((text) => /^topic \S+: (.*?), (?:declared|KAFKA)/.exec(text)?.[1] ?? text);
    const kept = ["partitions is 1", "compression.type is producer", "replicas is 2"];
    await vi.waitFor(async () => {
      expect(names(await bus.checkTopics([topic, declaration({ name: "absent" })]))).toEqual([
        "partitions is 1",
        "retention.ms is 60000",
        "max.message.bytes is 5000",
        "compression.type is producer",
        "replicas is 2",
        "topic absent does not exist; `migrate` creates it",
      ]);
    }, patience);
    expect(names(await bus.ensureTopics([topic]))).toEqual(kept);
    await vi.waitFor(async () => expect(names(await bus.checkTopics([topic]))).toEqual(kept), patience);
    await untilSettings(topic.name, {
      "retention.ms": "3600000",
      "max.message.bytes": "1048576",
      "segment.ms": "777000",
    });
  });

  it("wants two of three replicas to acknowledge", async () => {
    const bus = newBus(undefined);
    const topic = declaration();
    await bus.ensureTopics([topic]);
    await setTopic(topic.name, { ...settingsOf(topic), "min.insync.replicas": "1" });
    await vi.waitFor(async () => {
      expect((await bus.checkTopics([topic])).map((text) => text.split(";")[0])).toEqual([
        `topic ${topic.name}: min.insync.replicas is 1, wanted 2`,
      ]);
    }, patience);
    expect(await bus.ensureTopics([topic])).toEqual([]);
    await untilSettings(topic.name, { "min.insync.replicas": "2" });
  });

  it("loses nothing acknowledged when the leader dies with its disk", async () => {
    const bus = newBus(3);
    const topic = declaration({ partitions: 1 });
    await bus.ensureTopics([topic]);
    const published: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const values = Array.from({ length: 200 }, (_, index) => `${round}-${index}`);
      const leader = await leaderOf(topic.name);
      await bus.publish(values.map((value) => ({ topic: topic.name, key: "k", value: Buffer.from(value) })));
      await leader.kill();
      published.push(...values);
      // The others serve without it, and it fills its empty disk from them.
      expect(await readUntil(newBus(3), topic.name, published)).toEqual(published);
      await leader.restartWithLostData();
      await untilInSync(bus, topic);
    }
  });

  it("waits while too few replicas are in sync, and publishes when a broker returns", async () => {
    const warnings: string[] = [];
    const noisy = Object.assign(createLogger("silent"), {
      warn: (_data: unknown, message: string) => void warnings.push(message),
    });
    const bus = newBus(3, noisy);
    const topic = declaration({ partitions: 1 });
    await bus.ensureTopics([topic]);
    // All three: the controllers' majority lives on while one broker is away.
    await setTopic(topic.name, { ...settingsOf(topic), "min.insync.replicas": "3" });
    const leader = await leaderOf(topic.name);
    const follower = cluster.nodes.find((node) => node !== leader);
    await follower?.kill();
    await vi.waitFor(async () => {
      expect((await bus.checkTopics([topic]))[0]).toContain("missing or lagging in partition 0 (2 of 3)");
    }, patience);
    let isPublished = false;
    const published = bus.publish([{ topic: topic.name, key: "k", value: Buffer.from("late") }]).then(() => {
      isPublished = true;
    });
    await vi.waitFor(() => expect(warnings).toContain("Kafka is unreachable; publishing again"), patience);
    expect(isPublished).toBe(false);
    await follower?.start();
    await published;
    expect(new Set(await readUntil(bus, topic.name, ["late"]))).toEqual(new Set(["late"]));
  });

  it("goes on whichever broker dies: leader, controller or the group's coordinator", async () => {
    const bus = newBus(3);
    const topic = declaration();
    await bus.ensureTopics([topic]);
    const seen = new Set<string>();
    const subscription = await bus.subscribe({
      group: randomUUID(),
      topics: [topic.name],
      onBatch: async (batch) => {
        for (const { value } of batch) seen.add(value.toString());
      },
    });
    const published = new Set<string>();
    const publish = async (name: string) => {
      const values = Array.from({ length: 30 }, (_, index) => `${name}-${index}`);
      await bus.publish(
        values.map((value, index) => ({ topic: topic.name, key: `key-${index}`, value: Buffer.from(value) })),
      );
      for (const value of values) published.add(value);
    };
    for (const [index, node] of cluster.nodes.entries()) {
      await publish(`before-${index}`);
      await node.kill();
      await publish(`during-${index}`);
      await vi.waitFor(() => expect(seen).toEqual(published), patience);
      await node.start();
      await untilInSync(bus, topic);
    }
    await subscription.stop();
    await subscription.done;
  });
});
