import type { Kafka } from "kafkajs";
import pRetry from "p-retry";
import { BusError, ConfigError, errorMessage } from "../../errors.ts";
import type { Logger } from "../../logger.ts";
import { type BusPositions, partitionKey, type TopicDeclaration } from "../bus.ts";
import { codecOf } from "./codecs.ts";
import { readEnds } from "./ends.ts";
import { hasErrorType, isConnectionLoss } from "./errors.ts";
import { createAdmin, createSettingsRaiser, createTopicReader, propagation } from "./topicAdmin.ts";
import { compareTopic, settingsOf, type TopicDifference } from "./topicCheck.ts";

/** The broker's facts about a topic that producers and consumers need. */
export type TopicInfo = {
  name: string;
  partitions: number;
  messageBytesMax: number;
  compression: TopicDeclaration["compression"];
  /** -1: forever. */
  retentionMs: number;
};

export type KafkaTopics = {
  /** @throws BusError bus_topic_missing */
  info(topic: string): Promise<TopicInfo>;
  ensure(declarations: readonly TopicDeclaration[]): Promise<string[]>;
  /** Recreates topics that this process ensured and that were lost with a broker's data. */
  restore(): Promise<void>;
  /** Whether every partition still holds, or once held, a message at its position. */
  reach(positions: BusPositions): Promise<boolean>;
  /** Like `ensure`, but changes nothing. */
  check(declarations: readonly TopicDeclaration[]): Promise<string[]>;
  ping(): Promise<void>;
  /** Clears the cache, after the connection was lost. */
  forget(): void;
  close(): Promise<void>;
};

/** A broker that has just died stays in the others' answers until its session ends, after 9 seconds if not set otherwise. */
const brokerSession = { retries: 12, minTimeout: 100, factor: 2, maxTimeout: 1_000 } as const;

function missingTopic(name: string): BusError {
  return new BusError(`topic ${name} does not exist; create the topics with \`migrate\``, {
    code: "bus_topic_missing",
  });
}

/** @param deps.replication replicas of new topics; undefined: the broker's own default */
export function createKafkaTopics(deps: {
  kafka: Kafka;
  replication?: number | undefined;
  log: Logger;
}): KafkaTopics {
  const { kafka, replication, log } = deps;
  const infos = new Map<string, Promise<TopicInfo>>();
  const ensured = new Map<string, TopicDeclaration>();
  const admin = createAdmin(kafka);
  const { readSettings, readPartitions } = createTopicReader(admin);

  async function readInfo(name: string): Promise<TopicInfo> {
    const declaration = ensured.get(name);
    // It was there: a broker has lost its data.
    if (declaration !== undefined && !(await readPartitions([name])).has(name)) await create([declaration]);
    const { partitions, settings } = await pRetry(
      async () => {
        const topicPartitions = (await readPartitions([name])).get(name);
        if (topicPartitions === undefined) throw missingTopic(name);
        return { partitions: topicPartitions, settings: (await readSettings([name])).get(name)?.all };
      },
      {
        ...brokerSession,
        shouldRetry: ({ error, attemptNumber }) =>
          isConnectionLoss(error) || (error instanceof BusError && attemptNumber <= propagation.retries),
      },
    );
    return {
      name,
      partitions: partitions.length,
      messageBytesMax: Number(settings?.get("max.message.bytes") ?? 1_048_588),
      retentionMs: Number(settings?.get("retention.ms") ?? -1),
      compression: codecOf(name, settings?.get("compression.type") ?? "producer"),
    };
  }

  const raising = createSettingsRaiser({
    admin,
    readSettings,
    log,
    onRaised: (topic) => infos.delete(topic),
  });

  function info(name: string): Promise<TopicInfo> {
    const cached = infos.get(name);
    if (cached !== undefined) return cached;
    const reading = readInfo(name);
    infos.set(name, reading);
    reading.catch(() => infos.delete(name));
    return reading;
  }

  /** Another process may create the same topics at the same moment: the result is the same. */
  async function create(missing: readonly TopicDeclaration[]): Promise<void> {
    if (missing.length === 0) return;
    const client = await admin.reconnected();
    try {
      await client.createTopics({
        // The client queries one broker only, and gives up when that one has not heard of the topic yet; see below.
        waitForLeaders: false,
        topics: missing.map((topic) => ({
          topic: topic.name,
          numPartitions: topic.partitions,
          ...(replication === undefined ? {} : { replicationFactor: replication }),
          configEntries: Object.entries(settingsOf(topic)).map(([name, value]) => ({ name, value })),
        })),
      });
    } catch (error) {
      if (!hasErrorType(error, "INVALID_REPLICATION_FACTOR")) throw error;
      const { brokers } = await client.describeCluster();
      throw new ConfigError(
        `Kafka has ${brokers.length} brokers and can't keep ${replication ?? "its default number of"} replicas of a topic; start the others or set KAFKA_REPLICATION`,
        { code: "bus_replication_impossible", cause: error },
      );
    }
    await pRetry(async () => {
      const created = await readPartitions(missing.map(({ name }) => name));
      for (const { name } of missing) if (!created.has(name)) throw missingTopic(name);
    }, brokerSession);
  }

  async function compare(declarations: readonly TopicDeclaration[]): Promise<TopicDifference[]> {
    const partitions = await readPartitions(declarations.map(({ name }) => name));
    const settings = await readSettings([...partitions.keys()]);
    return declarations.flatMap((declaration) => {
      const topicPartitions = partitions.get(declaration.name);
      const actual =
        topicPartitions === undefined
          ? undefined
          : { partitions: topicPartitions, settings: settings.get(declaration.name)?.all ?? new Map() };
      return compareTopic(declaration, actual, replication);
    });
  }

  async function ensure(declarations: readonly TopicDeclaration[]): Promise<string[]> {
    for (const declaration of declarations) {
      ensured.set(declaration.name, declaration);
    }
    const existing = await readPartitions(declarations.map(({ name }) => name));
    await create(declarations.filter(({ name }) => !existing.has(name)));
    return (await raising.raiseAll(await compare(declarations))).map(({ text }) => text);
  }

  async function reach(positions: BusPositions): Promise<boolean> {
    const names = [...new Set(Object.keys(positions).map((place) => place.slice(0, place.lastIndexOf("/"))))];
    const partitions = await readPartitions(names);
    if (names.some((name) => !partitions.has(name))) return false;
    const client = await admin.connected();
    const ends = new Map<string, bigint>();
    for (const name of names) {
      const count = partitions.get(name)?.length ?? 0;
      for (const { partition, high } of await readEnds(client, name, count))
        ends.set(partitionKey(name, partition), BigInt(high));
    }
    return Object.entries(positions).every(([place, offset]) => (ends.get(place) ?? 0n) > BigInt(offset));
  }

  return {
    info,
    ensure,
    restore: async () => {
      await ensure([...ensured.values()]).catch((error: unknown) =>
        log.warn({ reason: errorMessage(error) }, "missing topics could not be created yet"),
      );
    },
    reach,
    check: async (declarations) => (await compare(declarations)).map(({ text }) => text),
    ping: async () => {
      await (await admin.connected()).describeCluster();
    },
    forget: () => infos.clear(),
    close: admin.close,
  };
}
