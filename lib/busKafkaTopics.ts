import kafkajs, { type Admin, type Kafka } from "kafkajs";
import type { TopicDeclaration } from "./bus.ts";
import { BusError, ConfigError } from "./errors.ts";

/** What a producer and a consumer have to know of a topic, as the broker says it. */
export type TopicInfo = {
  name: string;
  partitions: number;
  messageBytesMax: number;
  compression: "none" | "gzip";
};

export type KafkaTopics = {
  /** @throws BusError bus_topic_missing */
  info(topic: string): Promise<TopicInfo>;
  ensure(declarations: readonly TopicDeclaration[]): Promise<string[]>;
  ping(): Promise<void>;
  /** Forgets what was read, after the connection was lost. */
  forget(): void;
  close(): Promise<void>;
};

/** Names of the settings on the broker, with the value that a declaration asks for. */
function settingsOf(topic: TopicDeclaration): Record<string, string> {
  return {
    "retention.ms": String(topic.retentionMs),
    "max.message.bytes": String(topic.messageBytesMax),
    "compression.type": topic.compression === "none" ? "uncompressed" : topic.compression,
  };
}

/** kafkajs has gzip only; another codec would be accepted by the broker and then be unreadable here. */
function checkCompression(topic: TopicDeclaration): void {
  if (topic.compression === "none" || topic.compression === "gzip") return;
  throw new ConfigError(
    `topic ${topic.name} declares compression "${topic.compression}"; the Kafka client of this project reads and writes "gzip" and "none"`,
    { code: "bus_compression_unsupported" },
  );
}

export function createKafkaTopics(kafka: Kafka): KafkaTopics {
  const infos = new Map<string, Promise<TopicInfo>>();
  let admin: Promise<Admin> | undefined;

  function connected(): Promise<Admin> {
    if (admin !== undefined) return admin;
    const connecting = (async () => {
      const client = kafka.admin({ retry: { retries: 3, initialRetryTime: 200, maxRetryTime: 2_000 } });
      await client.connect();
      return client;
    })();
    admin = connecting;
    connecting.catch(() => {
      admin = undefined;
    });
    return connecting;
  }

  async function readSettings(names: readonly string[]): Promise<Map<string, Map<string, string>>> {
    const client = await connected();
    const { resources } = await client.describeConfigs({
      includeSynonyms: false,
      resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
    });
    return new Map(
      resources.map((resource) => [
        resource.resourceName,
        new Map(resource.configEntries.map((entry) => [entry.configName, entry.configValue])),
      ]),
    );
  }

  async function readPartitions(names: readonly string[]): Promise<Map<string, number>> {
    const client = await connected();
    const existing = new Set(await client.listTopics());
    const known = names.filter((name) => existing.has(name));
    if (known.length === 0) return new Map();
    const { topics } = await client.fetchTopicMetadata({ topics: known });
    return new Map(topics.map((topic) => [topic.name, topic.partitions.length]));
  }

  async function readInfo(name: string): Promise<TopicInfo> {
    const partitions = (await readPartitions([name])).get(name);
    if (partitions === undefined) {
      throw new BusError(`topic ${name} does not exist; create the topics with \`migrate\``, {
        code: "bus_topic_missing",
      });
    }
    const settings = (await readSettings([name])).get(name);
    return {
      name,
      partitions,
      messageBytesMax: Number(settings?.get("max.message.bytes") ?? 1_048_588),
      compression: settings?.get("compression.type") === "gzip" ? "gzip" : "none",
    };
  }

  function info(name: string): Promise<TopicInfo> {
    const known = infos.get(name);
    if (known !== undefined) return known;
    const reading = readInfo(name);
    infos.set(name, reading);
    reading.catch(() => infos.delete(name));
    return reading;
  }

  async function create(missing: readonly TopicDeclaration[]): Promise<void> {
    if (missing.length === 0) return;
    const client = await connected();
    await client.createTopics({
      waitForLeaders: true,
      topics: missing.map((topic) => ({
        topic: topic.name,
        numPartitions: topic.partitions,
        configEntries: Object.entries(settingsOf(topic)).map(([name, value]) => ({ name, value })),
      })),
    });
  }

  async function ensure(declarations: readonly TopicDeclaration[]): Promise<string[]> {
    for (const declaration of declarations) checkCompression(declaration);
    const partitions = await readPartitions(declarations.map((topic) => topic.name));
    await create(declarations.filter((topic) => !partitions.has(topic.name)));
    const existing = declarations.filter((topic) => partitions.has(topic.name));
    if (existing.length === 0) return [];
    const settings = await readSettings(existing.map((topic) => topic.name));
    return existing.flatMap((topic) => {
      const actual = new Map(settings.get(topic.name)).set(
        "partitions",
        String(partitions.get(topic.name) ?? 0),
      );
      return Object.entries({ partitions: String(topic.partitions), ...settingsOf(topic) })
        .filter(([name, declared]) => actual.get(name) !== declared)
        .map(
          ([name, declared]) =>
            `topic ${topic.name}: ${name} is ${actual.get(name) ?? "not set"}, declared ${declared}`,
        );
    });
  }

  return {
    info,
    ensure,
    ping: async () => {
      await (await connected()).describeCluster();
    },
    forget: () => infos.clear(),
    close: async () => {
      await (await admin?.catch(() => undefined))?.disconnect();
    },
  };
}
