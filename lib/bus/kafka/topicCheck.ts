/** Compares topics with their declarations, and explains how an operator can resolve differences. Pure. */
import type { TopicDeclaration } from "../bus.ts";

/** A topic as the broker has it: for each partition, which brokers should hold it and which of them are up to date. */
export type ActualTopic = {
  partitions: readonly { id: number; replicas: number; inSync: number }[];
  settings: ReadonlyMap<string, string>;
};

/** `raise` is set if a change that loses nothing and refuses nothing resolves the difference. */
export type TopicDifference = { topic: string; text: string; raise?: { name: string; value: string } };

/** With as many replicas, one broker may be lost without a pause and another one without a loss. */
const replicasForAcknowledgement = 3;
const acknowledgingReplicas = 2;

/** Names of the settings on the broker, with the values of a declaration. */
export function settingsOf(topic: TopicDeclaration): Record<string, string> {
  return {
    // Keys repeat on purpose: a compacted topic would keep one message of each.
    "cleanup.policy": "delete",
    "retention.ms": String(topic.retentionMs),
    "max.message.bytes": String(topic.messageBytesMax),
    "compression.type": topic.compression === "none" ? "uncompressed" : topic.compression,
  };
}

/** Settings whose higher values are never less safe. -1 means no bound. */
const raisable = new Set(["retention.ms", "max.message.bytes"]);

function amountOf(value: string | undefined): number {
  const amount = Number(value);
  return amount === -1 ? Number.POSITIVE_INFINITY : amount;
}

function checkSettings(declaration: TopicDeclaration, { settings }: ActualTopic): TopicDifference[] {
  const topic = declaration.name;
  return Object.entries(settingsOf(declaration))
    .filter(([name, declared]) => settings.get(name) !== declared)
    .map(([name, declared]) => {
      const actual = settings.get(name);
      const text = `topic ${topic}: ${name} is ${actual ?? "not set"}, declared ${declared}; kafka-configs.sh --alter --topic ${topic} --add-config ${name}=${declared}`;
      const isRaise = raisable.has(name) && amountOf(actual) < amountOf(declared);
      return { topic, text, ...(isRaise ? { raise: { name, value: declared } } : {}) };
    });
}

/** A bound of bytes may be met long before the time is over: what no worker has read by then is gone. */
function checkBytes({ name }: TopicDeclaration, { settings }: ActualTopic): TopicDifference[] {
  const bytes = settings.get("retention.bytes") ?? "-1";
  if (bytes === "-1") return [];
  const remedy = `messages may be deleted before retention.ms; kafka-configs.sh --alter --topic ${name} --add-config retention.bytes=-1`;
  return [{ topic: name, text: `topic ${name}: retention.bytes is ${bytes}, wanted -1: ${remedy}` }];
}

function checkPartitions({ name, partitions }: TopicDeclaration, actual: ActualTopic): TopicDifference[] {
  const count = actual.partitions.length;
  if (count === partitions) return [];
  const remedy =
    count < partitions
      ? `keys move when partitions are added, so let the workers finish what is there, then kafka-topics.sh --alter --topic ${name} --partitions ${partitions}`
      : "partitions can't be taken away; that many do no harm when every topic of the chain has them";
  return [{ topic: name, text: `topic ${name}: partitions is ${count}, declared ${partitions}; ${remedy}` }];
}

function checkReplicas(
  { name }: TopicDeclaration,
  { partitions, settings }: ActualTopic,
  replication: number | undefined,
): TopicDifference[] {
  const differences: TopicDifference[] = [];
  const replicas = Math.min(...partitions.map((partition) => partition.replicas));
  if (replication !== undefined && replicas < replication) {
    differences.push({
      topic: name,
      text: `topic ${name}: replicas is ${replicas}, KAFKA_REPLICATION ${replication}; kafka-reassign-partitions.sh adds replicas`,
    });
  }
  const acknowledging = Number(settings.get("min.insync.replicas"));
  if (replicas >= replicasForAcknowledgement && acknowledging < acknowledgingReplicas) {
    differences.push({
      topic: name,
      text: `topic ${name}: min.insync.replicas is ${acknowledging}, wanted ${acknowledgingReplicas}; kafka-configs.sh --alter --topic ${name} --add-config min.insync.replicas=${acknowledgingReplicas}`,
      raise: { name: "min.insync.replicas", value: String(acknowledgingReplicas) },
    });
  }
  const lagging = partitions.filter((partition) => partition.inSync < partition.replicas);
  if (lagging.length > 0) {
    const places = lagging.map(({ id, inSync, replicas: all }) => `${id} (${inSync} of ${all})`).join(", ");
    differences.push({
      topic: name,
      text: `topic ${name}: replicas are missing or lagging in partition ${places}; start the missing brokers`,
    });
  }
  return differences;
}

/**
 * @param actual undefined when there is no such topic
 * @param replication required replicas; undefined: the broker's default
 */
export function compareTopic(
  declaration: TopicDeclaration,
  actual: ActualTopic | undefined,
  replication: number | undefined,
): TopicDifference[] {
  const { name } = declaration;
  if (actual === undefined)
    return [{ topic: name, text: `topic ${name} does not exist; \`migrate\` creates it` }];
  return [
    ...checkPartitions(declaration, actual),
    ...checkSettings(declaration, actual),
    ...checkBytes(declaration, actual),
    ...checkReplicas(declaration, actual, replication),
  ];
}
