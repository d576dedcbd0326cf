/** The state of the bus in the process: topics, groups, and the messages that each group has still to get. */
import { type BusMessage, batchDefaults, type DeliveredMessage, type SubscribeOptions } from "./bus.ts";

export type Entry = { topic: Topic; message: DeliveredMessage; groupsLeft: number; publication: Publication };

/** One call of `publish`: `deliveriesLeft` counts (message, group) pairs that are not committed yet. */
export type Publication = {
  messages: readonly BusMessage[];
  bytesByTopic: Map<Topic, number>;
  deliveriesLeft: number;
  resolve: () => void;
  reject: (error: unknown) => void;
};

export type Topic = {
  name: string;
  nextOffsets: bigint[];
  bytes: number;
  /** In order of publication; an entry leaves when every group has committed it. */
  entries: Set<Entry>;
  groups: Set<Group>;
};

/** `awaited`: the publication resolves only after this delivery. False for messages queued before the group subscribed. */
export type Delivery = { entry: Entry; awaited: boolean };

export type Group = {
  name: string;
  topics: Set<Topic>;
  queue: Delivery[];
  /** Why it takes nothing at the moment; undefined while it is subscribed. */
  ended: { error: unknown } | undefined;
  wake: () => void;
};

/** FNV-1a. Any stable hash would do. */
function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

export function createTopic(name: string, partitions: number): Topic {
  return {
    name,
    nextOffsets: Array.from({ length: partitions }, () => 0n),
    bytes: 0,
    entries: new Set(),
    groups: new Set(),
  };
}

export function hasRoom(topic: Topic, bytes: number, bytesMax: number): boolean {
  return topic.bytes === 0 || topic.bytes + bytes <= bytesMax;
}

/** The longest head of the queue within the limits, at least one message. */
export function takeBatch(queue: readonly Delivery[], options: SubscribeOptions): Delivery[] {
  const messagesMax = options.batchMessagesMax ?? batchDefaults.messagesMax;
  const bytesMax = options.batchBytesMax ?? batchDefaults.bytesMax;
  let count = 0;
  let bytes = 0;
  for (const { entry } of queue) {
    bytes += entry.message.value.length;
    if (count > 0 && (count >= messagesMax || bytes > bytesMax)) break;
    count += 1;
  }
  return queue.slice(0, count);
}

export function createGroup(name: string): Group {
  return { name, topics: new Set(), queue: [], ended: undefined, wake: () => {} };
}

/** Also queues the messages that the topic still holds for the group. */
export function joinTopic(group: Group, topic: Topic): void {
  if (topic.groups.has(group)) return;
  topic.groups.add(group);
  group.topics.add(topic);
  for (const entry of topic.entries) {
    entry.groupsLeft += 1;
    group.queue.push({ entry, awaited: false });
  }
}

export function appendEntry(topic: Topic, message: BusMessage, publication: Publication): void {
  const partition = hashKey(message.key) % topic.nextOffsets.length;
  const offset = topic.nextOffsets[partition] ?? 0n;
  topic.nextOffsets[partition] = offset + 1n;
  const delivered = { ...message, headers: message.headers ?? {}, partition, offset: String(offset) };
  const entry = { topic, message: delivered, groupsLeft: topic.groups.size, publication };
  topic.entries.add(entry);
  topic.bytes += message.value.length;
  publication.deliveriesLeft += topic.groups.size;
  for (const group of topic.groups) group.queue.push({ entry, awaited: true });
}

export function removeEntry(entry: Entry): void {
  if (entry.topic.entries.delete(entry)) entry.topic.bytes -= entry.message.value.length;
}
