/** The connection that administers topics, and the requests that only read topics or only raise their settings. */
import kafkajs, { type Admin as AdminClient, type Kafka } from "kafkajs";
import pRetry from "p-retry";
import { errorMessage } from "../../errors.ts";
import type { Logger } from "../../logger.ts";
import { isTopicMissing } from "./errors.ts";
import type { ActualTopic, TopicDifference } from "./topicCheck.ts";

type TopicSettings = { all: Map<string, string>; own: { name: string; value: string }[] };

/** Each broker learns of a new topic on its own, some milliseconds after the first. */
export const propagation = { retries: 5, minTimeout: 100, factor: 2 } as const;

/** Retries while the answering broker has not heard of a topic that another one has named. */
function untilKnown<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  return pRetry(request, { ...propagation, shouldRetry: ({ error }) => isTopicMissing(error) });
}

type Admin = ReturnType<typeof createAdmin>;
type TopicReader = ReturnType<typeof createTopicReader>;

/** One connection, opened at its first use and again after a failure. */
export function createAdmin(kafka: Kafka) {
  let admin: Promise<AdminClient> | undefined;

  function connected(): Promise<AdminClient> {
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

  /**
   * A connection that remembers no topics. Before it creates any, the client requests all topics whose offsets it ever
   * read, and fails when one of them is gone, as all are with a broker's data.
   */
  async function reconnected(): Promise<AdminClient> {
    const old = admin;
    admin = undefined;
    await old?.then((client) => client.disconnect()).catch(() => undefined);
    return connected();
  }

  async function close(): Promise<void> {
    await (await admin?.catch(() => undefined))?.disconnect();
  }

  return { connected, reconnected, close };
}

/** Settings and partitions by topic; topics that do not exist have no partitions. */
export function createTopicReader({ connected }: Admin) {
  async function readSettings(names: readonly string[]): Promise<Map<string, TopicSettings>> {
    if (names.length === 0) return new Map();
    const client = await connected();
    const resourceQueries = names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name }));
    const { resources } = await untilKnown(() =>
      client.describeConfigs({ includeSynonyms: false, resources: resourceQueries }),
    );
    return new Map(
      resources.map(({ resourceName, configEntries }) => [
        resourceName,
        {
          all: new Map(configEntries.map((entry) => [entry.configName, entry.configValue])),
          own: configEntries
            .filter((entry) => entry.configSource === kafkajs.ConfigSource.TOPIC_CONFIG)
            .map((entry) => ({ name: entry.configName, value: entry.configValue })),
        },
      ]),
    );
  }

  async function readPartitions(names: readonly string[]): Promise<Map<string, ActualTopic["partitions"]>> {
    const client = await connected();
    const topics = await untilKnown(async () => {
      const existing = new Set(await client.listTopics());
      const existingNames = names.filter((name) => existing.has(name));
      return existingNames.length === 0
        ? []
        : (await client.fetchTopicMetadata({ topics: existingNames })).topics;
    });
    return new Map(
      topics.map((topic) => [
        topic.name,
        topic.partitions.map(({ partitionId, replicas, isr }) => ({
          id: partitionId,
          replicas: replicas.length,
          inSync: isr.length,
        })),
      ]),
    );
  }

  return { readSettings, readPartitions };
}

/** @param deps.onRaised called with each topic whose settings have changed */
export function createSettingsRaiser(deps: {
  admin: Admin;
  readSettings: TopicReader["readSettings"];
  log: Logger;
  onRaised: (topic: string) => void;
}) {
  const { admin, readSettings, log, onRaised } = deps;

  /** The request replaces all of a topic's own settings, so what others have set travels along. */
  async function raise(topic: string, changes: readonly { name: string; value: string }[]): Promise<void> {
    const client = await admin.connected();
    const own = (await readSettings([topic])).get(topic)?.own ?? [];
    const changed = new Set(changes.map(({ name }) => name));
    await client.alterConfigs({
      validateOnly: false,
      resources: [
        {
          type: kafkajs.ConfigResourceTypes.TOPIC,
          name: topic,
          configEntries: [...own.filter(({ name }) => !changed.has(name)), ...changes],
        },
      ],
    });
    onRaised(topic);
    log.info({ topic, changes }, "topic settings were raised to their declaration");
  }

  /** @returns what could not be raised */
  async function raiseAll(differences: readonly TopicDifference[]): Promise<TopicDifference[]> {
    const left: TopicDifference[] = [];
    for (const topic of new Set(differences.map((difference) => difference.topic))) {
      const ofTopic = differences.filter((difference) => difference.topic === topic);
      const changes = ofTopic.flatMap((difference) => difference.raise ?? []);
      try {
        if (changes.length > 0) await raise(topic, changes);
        left.push(...ofTopic.filter((difference) => difference.raise === undefined));
      } catch (error) {
        log.warn({ topic, changes, reason: errorMessage(error) }, "topic settings could not be changed");
        left.push(...ofTopic);
      }
    }
    return left;
  }

  return { raiseAll };
}
