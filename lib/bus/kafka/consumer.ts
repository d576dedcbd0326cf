import type { Kafka } from "kafkajs";
import { deferred } from "../../deferred.ts";
import { BusError, errorMessage } from "../../errors.ts";
import type { Logger } from "../../logger.ts";
import { noteOutage, noteReturn } from "../../outages.ts";
import type { SubscribeOptions, Subscription } from "../bus.ts";
import { busMetrics } from "../metrics.ts";
import { createClaim } from "./claim.ts";
import { createClient, defaultTiming, type KafkaConsumerTiming } from "./client.ts";
import { createCommits } from "./commits.ts";
import { readCommitted } from "./committed.ts";
import { isClaimLost, isRebalanceAhead, isRefusal } from "./errors.ts";
import { watchLag } from "./lag.ts";
import { createLogCheck } from "./logCheck.ts";
import { createPump } from "./pump.ts";
import { createSliceQueue } from "./slices.ts";
import type { TopicInfo } from "./topics.ts";

const disconnectTimeoutMs = 15_000;

/**
 * One subscription of a group. The client fetches from all partitions at once and hands each partition's messages
 * to `eachBatch`, all at the same time; here they are merged into batches for the handler, one at a time. A
 * partition is fetched again only when all its fetched messages have been processed, which is the back-pressure.
 *
 * Claims: the client joins a group anew only after every `eachBatch` has ended, so the batch in hand is finished
 * and its commit sent under the old claim. If the group did not wait (silence longer than the session, a batch longer
 * than the rebalance timeout), the broker refuses the commit; if the client rejoined unnoticed, nothing is
 * committed. Either way the messages are delivered again, to the partition's current owner.
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
  const ending = new AbortController();
  const settled = deferred();
  settled.promise.catch(() => {});

  const queue = createSliceQueue();
  const claim = createClaim();
  const commits = createCommits({ group, claim, log });
  const onFailure = (error: unknown) => finish({ error });
  const pump = createPump({ options, queue, claim, commits, ending: ending.signal, onFailure, log });
  const consumer = createClient(kafka, options, topics, timing, () => !ending.signal.aborted);
  const lag = watchLag({ kafka, group, topics, log });
  const logCheck = createLogCheck({
    group,
    readCommitted: () => readCommitted(kafka, group, topics),
    seek: (place) => consumer.seek(place),
    log,
  });
  // From 0 on the first one can be seen to rise.
  for (const { name: topic } of topics) busMetrics.replacedLogs.inc({ group, topic }, 0);

  /** Sends a heartbeat to the coordinator; its response reports rebalances. */
  async function beat(): Promise<void> {
    try {
      await queue.heartbeat();
    } catch (error) {
      if (isClaimLost(error)) claim.lose(error);
      else if (isRebalanceAhead(error)) claim.interrupt(error);
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
    ending.abort();
    clearInterval(heart);
    // Stops fetching at once; resolves when the slices below have been let go.
    const closing = Promise.all([consumer.disconnect(), lag.stop()]).catch((error: unknown) => {
      log.warn({ group, reason: errorMessage(error) }, "subscription did not close cleanly");
    });
    queue.letGo();
    const timeout = new Promise((resolve) => setTimeout(resolve, disconnectTimeoutMs).unref());
    await Promise.race([closing, timeout]);
    if (failure === undefined) settled.resolve();
    else settled.reject(failure.error);
  }

  /** The client has given up. The batch in hand can't be committed any more; it ends before a new subscription starts. */
  async function giveUp(error: BusError): Promise<void> {
    ending.abort();
    claim.lose(error);
    await pump.idle();
    await finish({ error });
  }

  function failed(what: string, cause: unknown): BusError {
    return new BusError(`${what}: ${errorMessage(cause)}`, {
      code: "bus_subscription_failed",
      // Even where the client calls the error final: a broker that comes back will serve the group.
      retryable: !isRefusal(cause),
      cause,
    });
  }

  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    noteReturn(group);
    claim.renew();
    commits.forget();
    logCheck.renew();
    options.onAssigned?.();
    log.info({ group, assignment: payload.memberAssignment }, "joined the group");
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (ending.signal.aborted) return;
    if (payload.restart) {
      busMetrics.retries.inc({ operation: "consume" });
      noteOutage(group, payload.error, "bus");
      log.warn({ group, reason: payload.error.message }, "Kafka is unreachable; subscribing again");
      return;
    }
    log.debug({ err: payload.error, group }, "subscription failed");
    void giveUp(failed(`subscription of ${group} failed`, payload.error));
  });

  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...options.topics], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: topics.reduce((sum, topic) => sum + topic.partitions, 0),
      eachBatch: async (payload) => {
        const from = ending.signal.aborted ? undefined : await logCheck.admit(payload);
        if (from === undefined || ending.signal.aborted) return;
        const { messages } = payload.batch;
        // Nothing but the message that was compared.
        if (from >= messages.length) return payload.resolveOffset(messages.at(-1)?.offset ?? "0");
        const handled = queue.add(payload, from);
        pump.start();
        await handled;
      },
    });
  } catch (error) {
    await finish();
    throw failed(`cannot subscribe to ${options.topics.join(", ")}`, error);
  }

  return {
    done: settled.promise,
    stop: async () => {
      ending.abort();
      await pump.idle();
      await commits.done();
      await finish();
    },
  };
}
