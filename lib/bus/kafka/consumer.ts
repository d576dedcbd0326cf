import type { Consumer, EachBatchPayload, Kafka } from "kafkajs";
import pRetry, { AbortError } from "p-retry";
import { deferred } from "../../deferred.ts";
import { BusError, errorMessage } from "../../errors.ts";
import type { Logger } from "../../logger.ts";
import { batchDefaults, type DeliveredMessage, type SubscribeOptions, type Subscription } from "../bus.ts";
import { busMetrics, countConsumed } from "../metrics.ts";
import { createAssigner } from "./assigner.ts";
import { isClaimLost, isConnectionLoss, isRebalanceAhead } from "./errors.ts";
import { watchLag } from "./lag.ts";
import { lastOffset, offsetsOf, type Part, type Slice, takeParts, toDelivered } from "./slices.ts";
import type { TopicInfo } from "./topics.ts";

export type KafkaConsumerTiming = {
  /** A worker that is silent for so long loses its partitions; also how long a group may wait for a dead one. */
  sessionTimeoutMs: number;
  heartbeatIntervalMs: number;
  /** How long others wait, in a rebalance, for this worker to finish the batch in hand. */
  rebalanceTimeoutMs: number;
};

const defaultTiming: KafkaConsumerTiming = {
  sessionTimeoutMs: 15_000,
  heartbeatIntervalMs: 3_000,
  rebalanceTimeoutMs: 300_000,
};

const mebibyte = 1024 * 1024;
const fetchWaitMs = 500;
const disconnectTimeoutMs = 15_000;

function createClient(
  kafka: Kafka,
  options: SubscribeOptions,
  topics: readonly TopicInfo[],
  timing: KafkaConsumerTiming,
  mayRestart: () => boolean,
): Consumer {
  const partitions = topics.reduce((sum, topic) => sum + topic.partitions, 0);
  const bytesMax = options.batchBytesMax ?? batchDefaults.bytesMax;
  // Every partition gets its turn in each fetch; few partitions get larger turns.
  const bytesPerPartition = Math.min(8 * mebibyte, Math.max(mebibyte, Math.floor(bytesMax / partitions)));
  return kafka.consumer({
    groupId: options.group,
    partitionAssigners: [createAssigner(topics)],
    allowAutoTopicCreation: false,
    sessionTimeout: timing.sessionTimeoutMs,
    heartbeatInterval: timing.heartbeatIntervalMs,
    rebalanceTimeout: timing.rebalanceTimeoutMs,
    maxWaitTimeInMs: fetchWaitMs,
    maxBytesPerPartition: bytesPerPartition,
    maxBytes: Math.max(bytesMax, Math.min(64 * mebibyte, bytesPerPartition * partitions)),
    retry: {
      retries: 8,
      initialRetryTime: 200,
      maxRetryTime: 5_000,
      restartOnFailure: async () => mayRestart(),
    },
  });
}

/**
 * One subscription of a group. The client fetches from all partitions at once and hands each partition's messages
 * to `eachBatch`, all at the same time; here they are merged into batches for the handler, one at a time. A
 * partition is fetched again only when all that was fetched has been processed, which is the back-pressure.
 *
 * Claims: the client joins a group anew only after every `eachBatch` has ended, so the batch in hand is finished
 * and its commit sent under the old claim. If the group did not wait (silence longer than the session, a batch longer
 * than the rebalance timeout), the broker refuses the commit; if the client joined behind our back, nothing is
 * committed. Either way the messages are delivered again, to whoever holds the partition.
 */
export async function subscribeKafka(deps: {
  kafka: Kafka;
  topics: readonly TopicInfo[];
  options: SubscribeOptions;
  timing?: Partial<KafkaConsumerTiming>;
  log: Logger;
}): Promise<Subscription> {
  const { kafka, topics, options, log } = deps;
  const { group } = options;
  const timing = { ...defaultTiming, ...deps.timing };
  const messagesMax = options.batchMessagesMax ?? batchDefaults.messagesMax;
  const bytesMax = options.batchBytesMax ?? batchDefaults.bytesMax;

  let slices: Slice[] = [];
  let isEnding = false;
  let pumping: Promise<void> | undefined;
  /** Counts how often this worker joined the group. */
  let generation = 0;
  /** Why the client has to join again as soon as the batch in hand is settled. */
  let interruption: unknown;
  let inHand: AbortController | undefined;
  /** Processed parts whose offsets are on their way to the broker, or wait for their turn. */
  let uncommitted: Part[] = [];
  let committing: Promise<void> | undefined;
  const settled = deferred();
  settled.promise.catch(() => {});

  const consumer = createClient(kafka, options, topics, timing, () => !isEnding);
  const lag = watchLag({ kafka, group, topics, log });

  function giveBackAll(error: unknown): void {
    const given = slices;
    slices = [];
    interruption = undefined;
    for (const slice of given) slice.giveBack(error);
  }

  function finishAll(): void {
    const finished = slices;
    slices = [];
    for (const slice of finished) slice.finish();
  }

  /** Tells the coordinator that this worker lives. Learns here of rebalances. */
  async function beat(): Promise<void> {
    const slice = slices[0];
    if (slice === undefined) return;
    try {
      await slice.payload.heartbeat();
    } catch (error) {
      if (isClaimLost(error)) inHand?.abort(error);
      if (isClaimLost(error) || isRebalanceAhead(error)) interruption = error;
      else log.warn({ group, reason: errorMessage(error) }, "heartbeat to Kafka failed");
    }
  }

  const heart = setInterval(() => void beat(), timing.heartbeatIntervalMs);

  let finishing: Promise<void> | undefined;
  /** Ends the subscription, once; the first reason counts. */
  function finish(failure?: { error: unknown }): Promise<void> {
    finishing ??= end(failure);
    return finishing;
  }

  async function end(failure?: { error: unknown }): Promise<void> {
    isEnding = true;
    clearInterval(heart);
    // Stops fetching at once; resolves when the slices below have been let go.
    const closing = Promise.all([consumer.disconnect(), lag.stop()]).catch((error: unknown) => {
      log.warn({ group, reason: errorMessage(error) }, "subscription did not close in good order");
    });
    finishAll();
    const timeout = new Promise((resolve) => setTimeout(resolve, disconnectTimeoutMs).unref());
    await Promise.race([closing, timeout]);
    if (failure === undefined) settled.resolve();
    else settled.reject(failure.error);
  }

  async function sendOffsets(parts: readonly Part[], joined: number): Promise<void> {
    const offsets = offsetsOf(parts);
    await pRetry(
      async () => {
        if (generation !== joined) throw new AbortError("joined the group anew before the commit");
        try {
          await parts[0]?.slice.payload.commitOffsetsIfNecessary(offsets);
        } catch (error) {
          const failure = error instanceof Error ? error : new Error(String(error));
          if (isClaimLost(error) || isRebalanceAhead(error)) throw new AbortError(failure);
          throw failure;
        }
      },
      {
        retries: 6,
        minTimeout: 200,
        maxTimeout: 5_000,
        onFailedAttempt: ({ error }) => {
          busMetrics.retries.inc({ operation: "commit" });
          log.warn({ group, reason: error.message }, "commit to Kafka failed");
        },
      },
    );
  }

  async function commitAll(): Promise<void> {
    while (uncommitted.length > 0) {
      const parts = uncommitted;
      uncommitted = [];
      const joined = generation;
      try {
        await sendOffsets(parts, joined);
      } catch (error) {
        log.warn({ group, reason: errorMessage(error) }, "batch not committed, it will come again");
        uncommitted = [];
        if (generation !== joined) continue;
        interruption = error;
        inHand?.abort(error);
      }
    }
  }

  /**
   * Commits in the background: a broker takes 5 ms or more for each commit (it gathers them for
   * `group.coordinator.append.linger.ms`), in which the next messages are fetched. Parts that were processed
   * meanwhile are committed together.
   */
  function commit(parts: readonly Part[]): void {
    uncommitted.push(...parts);
    committing ??= commitAll().finally(() => {
      committing = undefined;
    });
  }

  /** Runs the handler. Says whether its batch may be committed. */
  async function handle(batch: readonly DeliveredMessage[]): Promise<"commit" | "lost" | { error: unknown }> {
    const joined = generation;
    const aborter = new AbortController();
    inHand = aborter;
    try {
      await options.onBatch(batch, { signal: aborter.signal, heartbeat: beat });
    } catch (error) {
      return aborter.signal.aborted ? "lost" : { error };
    } finally {
      inHand = undefined;
    }
    return aborter.signal.aborted || generation !== joined ? "lost" : "commit";
  }

  function settleParts(parts: readonly Part[]): void {
    for (const part of parts) part.slice.payload.resolveOffset(lastOffset(part));
    const isDone = (slice: Slice) => slice.next >= slice.payload.batch.messages.length;
    const done = slices.filter(isDone);
    slices = slices.filter((slice) => !isDone(slice));
    for (const slice of done) slice.finish();
  }

  /** @returns false when the pump has to stop. */
  async function processBatch(): Promise<boolean> {
    const parts = takeParts(slices, messagesMax, bytesMax);
    const batch = parts.flatMap(({ slice, from, to }) =>
      slice.payload.batch.messages
        .slice(from, to)
        .map((message) => toDelivered(slice.payload.batch, message)),
    );
    const startedAt = performance.now();
    const outcome = await handle(batch);
    if (typeof outcome === "object") {
      log.error({ err: outcome.error, group }, "batch failed, subscription stopped");
      await committing;
      await finish(outcome);
      return false;
    }
    if (outcome === "lost") {
      log.warn({ group, messages: batch.length }, "partitions taken over during a batch, not committed");
      giveBackAll(interruption ?? new Error("partitions taken over during a batch"));
      return false;
    }
    countConsumed(group, batch, (performance.now() - startedAt) / 1000);
    commit(parts);
    settleParts(parts);
    return true;
  }

  async function pump(): Promise<void> {
    while (slices.length > 0 && !isEnding) {
      if (interruption !== undefined) {
        await committing;
        return giveBackAll(interruption);
      }
      if (!(await processBatch())) return;
    }
  }

  /** After the current turn of the event loop, when all that one fetch brought is here. */
  function startPump(): void {
    pumping ??= new Promise<void>((resolve) => setImmediate(resolve)).then(pump).finally(() => {
      pumping = undefined;
      if (slices.length > 0 && !isEnding) startPump();
    });
  }

  function eachBatch(payload: EachBatchPayload): Promise<void> {
    if (isEnding) return Promise.resolve();
    return new Promise((resolve, reject) => {
      slices.push({ payload, next: 0, finish: resolve, giveBack: reject });
      startPump();
    });
  }

  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    generation += 1;
    interruption = undefined;
    uncommitted = [];
    inHand?.abort(new Error("joined the group anew during a batch"));
    options.onAssigned?.();
    log.debug({ group, assignment: payload.memberAssignment }, "joined the group");
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (isEnding) return;
    if (payload.restart) {
      busMetrics.retries.inc({ operation: "consume" });
      log.warn({ group, reason: payload.error.message }, "Kafka is not reachable, subscribing again");
      return;
    }
    log.error({ err: payload.error, group }, "subscription failed");
    const message = `subscription of ${group} failed: ${payload.error.message}`;
    const error = new BusError(message, {
      code: "bus_subscription_failed",
      retryable: isConnectionLoss(payload.error),
      cause: payload.error,
    });
    void finish({ error });
  });

  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...options.topics], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: topics.reduce((sum, topic) => sum + topic.partitions, 0),
      eachBatch,
    });
  } catch (error) {
    await finish();
    throw new BusError(`cannot subscribe to ${options.topics.join(", ")}: ${errorMessage(error)}`, {
      code: "bus_subscription_failed",
      retryable: isConnectionLoss(error),
      cause: error,
    });
  }

  return {
    done: settled.promise,
    stop: async () => {
      isEnding = true;
      await pumping;
      await committing;
      await finish();
    },
  };
}
