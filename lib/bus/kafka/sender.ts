import type { Kafka, Producer, RecordMetadata, TopicMessages } from "kafkajs";
import pRetry, { AbortError } from "p-retry";
import { BusError, errorMessage } from "../../errors.ts";
import type { Logger } from "../../logger.ts";
import { noteOutage, noteReturn } from "../../outages.ts";
import { type BusMessage, type BusPositions, partitionKey } from "../bus.ts";
import { busMetrics } from "../metrics.ts";
import { codecNumbers } from "./codecs.ts";
import { isConnectionLoss, isTopicMissing } from "./errors.ts";
import type { KafkaTopics, TopicInfo } from "./topics.ts";

/** The name of publishing in reports of an outage. */
export const waiter = "publishing";

/** A message and the partition that it is written to. */
export type Routed = { message: BusMessage; info: TopicInfo; partition: number };

type Sender = {
  /** Writes one request, with retries for as long as the broker is unreachable. */
  send(request: readonly Routed[]): Promise<void>;
  /** The last written offset of each partition. */
  positions(): BusPositions;
  close(): Promise<void>;
};

function toTopicMessages(request: readonly Routed[]): TopicMessages[] {
  const topics = new Map<string, TopicMessages>();
  for (const { message, partition } of request) {
    const { topic, key, value, headers } = message;
    const entry = topics.get(topic) ?? { topic, messages: [] };
    entry.messages.push({ key, value, partition, ...(headers === undefined ? {} : { headers }) });
    topics.set(topic, entry);
  }
  return [...topics.values()];
}

/**
 * A lost broker is waited for, with growing pauses; each attempt then has a new producer identity, because the old one
 * means nothing to a broker that lost its log. A batch may be written twice that way, never lost.
 */
export function createSender(deps: {
  kafka: Kafka;
  topics: KafkaTopics;
  log: Logger;
  signal: AbortSignal;
}): Sender {
  const { kafka, topics, log, signal } = deps;
  let producer: Producer | undefined;
  const positions: Record<string, string> = {};

  async function connected(): Promise<Producer> {
    if (producer !== undefined) return producer;
    const created = kafka.producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      maxInFlightRequests: 1,
      retry: { retries: 5, initialRetryTime: 100, maxRetryTime: 2_000 },
    });
    await created.connect();
    producer = created;
    return created;
  }

  async function discardProducer(): Promise<void> {
    const old = producer;
    producer = undefined;
    await old?.disconnect().catch(() => {});
  }

  /** The broker answers with the offset of the first message that it wrote to a partition. */
  function remember(request: readonly Routed[], written: readonly RecordMetadata[]): void {
    for (const { topicName, partition, baseOffset = "-1" } of written) {
      if (baseOffset === "-1") continue;
      const count = request.filter(
        ({ info, partition: own }) => info.name === topicName && own === partition,
      );
      positions[partitionKey(topicName, partition)] = String(BigInt(baseOffset) + BigInt(count.length) - 1n);
    }
  }

  async function sendOnce(request: readonly Routed[]): Promise<void> {
    try {
      const written = await (await connected()).sendBatch({
        acks: -1,
        compression: codecNumbers[request[0]?.info.compression ?? "none"],
        topicMessages: toTopicMessages(request),
      });
      remember(request, written);
      noteReturn(waiter);
    } catch (error) {
      await discardProducer();
      topics.forget();
      if (isTopicMissing(error)) await topics.restore();
      if (!isConnectionLoss(error)) throw new AbortError(toBusError(error));
      throw error instanceof Error ? error : new Error(String(error));
    }
  }

  function send(request: readonly Routed[]): Promise<void> {
    return pRetry(() => sendOnce(request), {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: 250,
      maxTimeout: 10_000,
      randomize: true,
      signal,
      onFailedAttempt: ({ error, attemptNumber }) => {
        if (signal.aborted || error instanceof BusError) return;
        busMetrics.retries.inc({ operation: "publish" });
        noteOutage(waiter, error, "bus");
        log.warn({ attempt: attemptNumber, reason: error.message }, "Kafka is unreachable; publishing again");
      },
    });
  }

  return { send, positions: () => ({ ...positions }), close: discardProducer };
}

export function toBusError(error: unknown): BusError {
  if (error instanceof BusError) return error;
  return new BusError(`Kafka did not take the messages: ${errorMessage(error)}`, {
    code: "bus_publish_failed",
    retryable: isConnectionLoss(error),
    cause: error,
  });
}
