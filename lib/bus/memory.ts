import { deferred } from "../deferred.ts";
import { BusError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import type { SubscribeOptions, TopicDeclaration } from "./bus.ts";
import { type Bus, type BusMessage, batchDefaults, type DeliveredMessage, type Subscription } from "./bus.ts";
import { isDeadLetterTopic } from "./deadLetter.ts";
import { countConsumed, countProduced } from "./metrics.ts";

type Entry = { topic: Topic; message: DeliveredMessage; groupsLeft: number; publication: Publication };

/** One call of `publish`: `deliveriesLeft` counts (message, group) pairs that are not committed yet. */
type Publication = {
  messages: readonly BusMessage[];
  bytesByTopic: Map<Topic, number>;
  deliveriesLeft: number;
  resolve: () => void;
  reject: (error: unknown) => void;
};

type Topic = {
  name: string;
  nextOffsets: bigint[];
  bytes: number;
  /** In order of publication; an entry leaves when every group has committed it. */
  entries: Set<Entry>;
  groups: Set<Group>;
};

/** `awaited`: the publication resolves only after this delivery. False for what was queued before the group came. */
type Delivery = { entry: Entry; awaited: boolean };

type Group = {
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

function createTopic(name: string, partitions: number): Topic {
  return {
    name,
    nextOffsets: Array.from({ length: partitions }, () => 0n),
    bytes: 0,
    entries: new Set(),
    groups: new Set(),
  };
}

function hasRoom(topic: Topic, bytes: number, bytesMax: number): boolean {
  return topic.bytes === 0 || topic.bytes + bytes <= bytesMax;
}

/** The longest head of the queue within the limits, at least one message. */
function takeBatch(queue: readonly Delivery[], options: SubscribeOptions): Delivery[] {
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

/**
 * A bus in the process: nothing survives the process, so `publish` waits until every group has processed. A group
 * stays known after its subscription ended: until it subscribes again, which delivers what it had not committed,
 * publishing to its topics rejects (with the handler's error if it failed), so that no cursor moves past messages
 * that nobody has written. One subscription a group at a time.
 *
 * Each topic buffers up to `bufferBytesMax` bytes of values (plus one publication that is larger by itself); then
 * `publish` waits. Budgets are per topic, so that a handler can publish dead letters while its own topic is full.
 * A dead-letter topic without a reader keeps the newest messages instead of blocking.
 */
export function createMemoryBus(deps: { bufferBytesMax?: number; log: Logger }): Bus {
  const bufferBytesMax = deps.bufferBytesMax ?? 64 * 1024 * 1024;
  const { log } = deps;
  const topics = new Map<string, Topic>();
  const groups = new Map<string, Group>();
  const subscriptions = new Set<Subscription>();
  const aborter = new AbortController();
  let waiting: Publication[] = [];
  let isClosed = false;

  function topicOf(name: string): Topic {
    const topic = topics.get(name) ?? createTopic(name, 1);
    topics.set(name, topic);
    return topic;
  }

  function removeEntry(entry: Entry): void {
    if (entry.topic.entries.delete(entry)) entry.topic.bytes -= entry.message.value.length;
  }

  function append(publication: Publication): void {
    for (const message of publication.messages) {
      const topic = topicOf(message.topic);
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
    for (const topic of publication.bytesByTopic.keys()) for (const group of topic.groups) group.wake();
    if (publication.deliveriesLeft === 0) publication.resolve();
  }

  /** Makes room in a dead-letter topic that nobody reads. */
  function dropOldest(topic: Topic, bytes: number): void {
    if (!isDeadLetterTopic(topic.name) || topic.groups.size > 0) return;
    let dropped = 0;
    for (const entry of topic.entries) {
      if (hasRoom(topic, bytes, bufferBytesMax)) break;
      removeEntry(entry);
      dropped += 1;
    }
    if (dropped > 0) log.warn({ topic: topic.name, dropped }, "oldest dead letters dropped from memory");
  }

  /** Admits what fits, in order: a publication never overtakes an earlier one that shares a topic with it. */
  function admit(): void {
    const blocked = new Set<Topic>();
    const stillWaiting: Publication[] = [];
    for (const publication of waiting) {
      let isBlocked = false;
      for (const [topic, bytes] of publication.bytesByTopic) {
        dropOldest(topic, bytes);
        if (blocked.has(topic) || !hasRoom(topic, bytes, bufferBytesMax)) isBlocked = true;
      }
      if (!isBlocked) append(publication);
      else {
        stillWaiting.push(publication);
        for (const topic of publication.bytesByTopic.keys()) blocked.add(topic);
      }
    }
    waiting = stillWaiting;
  }

  function publish(messages: readonly BusMessage[]): Promise<void> {
    if (isClosed) return Promise.reject(closedError());
    const bytesByTopic = new Map<Topic, number>();
    for (const { topic: name, value } of messages) {
      const topic = topicOf(name);
      bytesByTopic.set(topic, (bytesByTopic.get(topic) ?? 0) + value.length);
    }
    for (const topic of bytesByTopic.keys()) {
      for (const group of topic.groups) if (group.ended) return Promise.reject(group.ended.error);
    }
    const { promise, resolve, reject } = deferred();
    waiting.push({ messages, bytesByTopic, deliveriesLeft: 0, resolve, reject });
    admit();
    return promise.then(() => countProduced(messages));
  }

  /** Ends a group's subscription: whoever waits for it learns why. What it has not committed stays queued. */
  function endGroup(group: Group, error: unknown): void {
    group.ended = { error };
    for (const { entry } of group.queue) entry.publication.reject(error);
    for (const delivery of group.queue) delivery.awaited = false;
    const concerns = (publication: Publication) =>
      [...publication.bytesByTopic.keys()].some((topic) => group.topics.has(topic));
    for (const publication of waiting.filter(concerns)) publication.reject(error);
    waiting = waiting.filter((publication) => !concerns(publication));
  }

  function commit(group: Group, batch: readonly Delivery[]): void {
    group.queue.splice(0, batch.length);
    for (const { entry, awaited } of batch) {
      entry.groupsLeft -= 1;
      if (entry.groupsLeft === 0) removeEntry(entry);
      if (!awaited) continue;
      entry.publication.deliveriesLeft -= 1;
      if (entry.publication.deliveriesLeft === 0) entry.publication.resolve();
    }
    admit();
  }

  function joinTopic(group: Group, topic: Topic): void {
    if (topic.groups.has(group)) return;
    topic.groups.add(group);
    group.topics.add(topic);
    for (const entry of topic.entries) {
      entry.groupsLeft += 1;
      group.queue.push({ entry, awaited: false });
    }
  }

  function openGroup(options: SubscribeOptions): Group {
    const group: Group = groups.get(options.group) ?? {
      name: options.group,
      topics: new Set(),
      queue: [],
      ended: undefined,
      wake: () => {},
    };
    if (groups.has(options.group) && group.ended === undefined) {
      throw new BusError(
        `group ${options.group} is subscribed already; in memory one worker reads for a group`,
        {
          code: "bus_group_taken",
        },
      );
    }
    groups.set(options.group, group);
    group.ended = undefined;
    for (const name of options.topics) joinTopic(group, topicOf(name));
    return group;
  }

  async function subscribe(options: SubscribeOptions): Promise<Subscription> {
    if (isClosed) throw closedError();
    const group = openGroup(options);
    options.onAssigned?.();
    let isStopping = false;

    async function run(): Promise<void> {
      const context = { signal: aborter.signal, heartbeat: async () => {} };
      while (!isStopping) {
        if (group.queue.length === 0) {
          await new Promise<void>((resolve) => {
            group.wake = resolve;
          });
          continue;
        }
        const batch = takeBatch(group.queue, options);
        const messages = batch.map(({ entry }) => entry.message);
        const startedAt = performance.now();
        await options.onBatch(messages, context);
        commit(group, batch);
        countConsumed(group.name, messages, (performance.now() - startedAt) / 1000);
      }
    }

    // Starts after the caller holds the subscription.
    const done = Promise.resolve()
      .then(run)
      .then(
        () => endGroup(group, stoppedError(group.name)),
        (error: unknown) => {
          log.error({ err: error, group: group.name }, "batch failed, subscription stopped");
          endGroup(group, error);
          throw error;
        },
      )
      .finally(() => subscriptions.delete(subscription));
    const ended = done.catch(() => {});
    const subscription: Subscription = {
      done,
      stop: () => {
        isStopping = true;
        group.wake();
        return ended;
      },
    };
    subscriptions.add(subscription);
    return subscription;
  }

  async function checkTopics(declarations: readonly TopicDeclaration[]): Promise<string[]> {
    return declarations.flatMap(({ name, partitions }) => {
      const actual = topics.get(name)?.nextOffsets.length;
      if (actual === undefined) return [`topic ${name} does not exist`];
      return actual === partitions ? [] : [`topic ${name}: partitions is ${actual}, declared ${partitions}`];
    });
  }

  async function ensureTopics(declarations: readonly TopicDeclaration[]): Promise<string[]> {
    for (const { name, partitions } of declarations)
      if (!topics.has(name)) topics.set(name, createTopic(name, partitions));
    return await checkTopics(declarations);
  }

  async function close(): Promise<void> {
    isClosed = true;
    await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
    aborter.abort();
    for (const publication of waiting) publication.reject(closedError());
    waiting = [];
  }

  return {
    kind: "memory",
    publish,
    subscribe,
    ensureTopics,
    checkTopics,
    ping: async () => {
      if (isClosed) throw closedError();
    },
    close,
  };
}

function closedError(): BusError {
  return new BusError("the bus is closed", { code: "bus_closed" });
}

function stoppedError(group: string): BusError {
  return new BusError(`group ${group} has stopped; messages are safe only when it has processed them`, {
    code: "bus_group_stopped",
    retryable: true,
  });
}
