import { deferred } from "../deferred.ts";
import { BusError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import type { Bus, BusMessage, SubscribeOptions, Subscription, TopicDeclaration } from "./bus.ts";
import { isDeadLetterTopic } from "./deadLetter.ts";
import { countConsumed, countProduced } from "./metrics.ts";
import {
  appendEntry,
  createGroup,
  createTopic,
  type Delivery,
  type Group,
  hasRoom,
  joinTopic,
  type Publication,
  removeEntry,
  type Topic,
  takeBatch,
} from "./queue.ts";

/**
 * The topics, and the publications that wait until their topics have room.
 * @param bufferBytesMax per topic
 */
function createBuffers(bufferBytesMax: number, log: Logger) {
  const topics = new Map<string, Topic>();
  let waiting: Publication[] = [];

  /** Creates the topic if it does not exist. */
  function topicOf(name: string, partitions = 1): Topic {
    const topic = topics.get(name) ?? createTopic(name, partitions);
    topics.set(name, topic);
    return topic;
  }

  function append(publication: Publication): void {
    for (const message of publication.messages) appendEntry(topicOf(message.topic), message, publication);
    for (const topic of publication.bytesByTopic.keys()) for (const group of topic.groups) group.wake();
    if (publication.deliveriesLeft === 0) publication.resolve();
  }

  /** Makes room in a dead-letter topic without a reader. */
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

  function enter(publication: Publication): void {
    waiting.push(publication);
    admit();
  }

  /** Rejects the waiting publications with a message for any such topic. */
  function rejectWaiting(error: unknown, isConcerned: (topic: Topic) => boolean): void {
    const concerns = (publication: Publication) => [...publication.bytesByTopic.keys()].some(isConcerned);
    for (const publication of waiting.filter(concerns)) publication.reject(error);
    waiting = waiting.filter((publication) => !concerns(publication));
  }

  const partitionsOf = (name: string) => topics.get(name)?.nextOffsets.length;

  return { topicOf, partitionsOf, enter, admit, rejectWaiting };
}

/**
 * A bus in the process: nothing survives the process, so `publish` waits until every group has processed. A group
 * stays known after its subscription ended: until it subscribes again, which delivers what it had not committed,
 * publishing to its topics rejects (with the handler's error if it failed), so that no cursor moves past messages
 * that are not written yet. One subscription per group at a time.
 *
 * Each topic buffers up to `bufferBytesMax` bytes of values (plus one publication that is larger by itself); then
 * `publish` waits. Budgets are per topic, so that a handler can publish dead letters while its own topic is full.
 * A dead-letter topic without a reader keeps the newest messages instead of blocking.
 */
export function createMemoryBus(deps: { bufferBytesMax?: number; log: Logger }): Bus {
  const { log } = deps;
  const buffers = createBuffers(deps.bufferBytesMax ?? 64 * 1024 * 1024, log);
  const groups = new Map<string, Group>();
  const subscriptions = new Set<Subscription>();
  const aborter = new AbortController();
  let isClosed = false;

  function publish(messages: readonly BusMessage[]): Promise<void> {
    if (isClosed) return Promise.reject(closedError());
    const bytesByTopic = new Map<Topic, number>();
    for (const { topic: name, value } of messages) {
      const topic = buffers.topicOf(name);
      bytesByTopic.set(topic, (bytesByTopic.get(topic) ?? 0) + value.length);
    }
    for (const topic of bytesByTopic.keys()) {
      for (const group of topic.groups) if (group.ended) return Promise.reject(group.ended.error);
    }
    const { promise, resolve, reject } = deferred();
    buffers.enter({ messages, bytesByTopic, deliveriesLeft: 0, resolve, reject });
    return promise.then(() => countProduced(messages));
  }

  /** Ends a group's subscription: its waiters get the reason. Uncommitted messages stay queued. */
  function endGroup(group: Group, error: unknown): void {
    group.ended = { error };
    for (const { entry } of group.queue) entry.publication.reject(error);
    for (const delivery of group.queue) delivery.awaited = false;
    buffers.rejectWaiting(error, (topic) => group.topics.has(topic));
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
    buffers.admit();
  }

  function openGroup(options: SubscribeOptions): Group {
    const group = groups.get(options.group) ?? createGroup(options.group);
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
    for (const name of options.topics) joinTopic(group, buffers.topicOf(name));
    return group;
  }

  async function subscribe(options: SubscribeOptions): Promise<Subscription> {
    if (isClosed) throw closedError();
    const group = openGroup(options);
    options.onAssigned?.();
    let isStopping = false;

    async function run(): Promise<void> {
      const context = { signal: aborter.signal };
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
          if (isStopping) {
            log.debug({ err: error, group: group.name }, "batch abandoned at shutdown, not committed");
            return endGroup(group, error);
          }
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
      const actual = buffers.partitionsOf(name);
      if (actual === undefined) return [`topic ${name} does not exist`];
      return actual === partitions ? [] : [`topic ${name}: partitions is ${actual}, declared ${partitions}`];
    });
  }

  async function ensureTopics(declarations: readonly TopicDeclaration[]): Promise<string[]> {
    for (const { name, partitions } of declarations) buffers.topicOf(name, partitions);
    return await checkTopics(declarations);
  }

  async function close(): Promise<void> {
    isClosed = true;
    await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
    aborter.abort();
    buffers.rejectWaiting(closedError(), () => true);
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
