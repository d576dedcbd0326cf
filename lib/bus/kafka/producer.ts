import { type Kafka, Partitioners, type Producer, type RecordMetadata, type TopicMessages } from "kafkajs";
import pRetry, { AbortError } from "p-retry";
import { BusError, errorMessage } from "../../errors.ts";
import type { Logger } from "../../logger.ts";
import { noteOutage, noteReturn } from "../../outages.ts";
import { type BusMessage, type BusPositions, partitionKey } from "../bus.ts";
import { busMetrics, countProduced } from "../metrics.ts";
import { codecNumbers } from "./codecs.ts";
import { isConnectionLoss, isTopicMissing } from "./errors.ts";
import { partitionsOf } from "./partitions.ts";
import type { KafkaTopics, TopicInfo } from "./topics.ts";

/** Upper bound of a request's values. Larger requests gain nothing (bench/bus.ts) and cost memory. */
const requestBytesMax = 8 * 1024 * 1024;
/** Bytes that the record format adds to a batch (61) and to a message (up to 21), rounded up. */
const batchOverheadBytes = 128;
/** The name under which publishing waits for a broker. */
const waiter = "publishing";
const messageOverheadBytes = 32;

type Publication = { left: number; resolve: () => void; reject: (error: unknown) => void };
type Queued = {
  message: BusMessage;
  info: TopicInfo;
  partition: number;
  bytes: number;
  publication: Publication;
};

export type KafkaProducer = {
  publish(messages: readonly BusMessage[]): Promise<void>;
  positions(): BusPositions;
  close(): Promise<void>;
};

/** Bytes of a message on the wire before compression, with the format's overhead. */
function wireBytes(message: BusMessage): number {
  let bytes = message.value.length + Buffer.byteLength(message.key) + messageOverheadBytes;
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value) + 10;
  }
  return bytes;
}

/**
 * Takes from the queue what fits into one request: one compression, one record batch a partition (the broker's
 * maximum holds for the batch), in order within each partition.
 */
function takeRequest(queue: readonly Queued[]): { request: Queued[]; rest: Queued[] } {
  const request: Queued[] = [];
  const rest: Queued[] = [];
  const partitionBytes = new Map<string, number>();
  let bytes = 0;
  for (const queued of queue) {
    const { info } = queued;
    const place = partitionKey(info.name, queued.partition);
    const used = partitionBytes.get(place) ?? batchOverheadBytes;
    const fits =
      used + queued.bytes <= Math.max(info.messageBytesMax, batchOverheadBytes + queued.bytes) &&
      (bytes === 0 || bytes + queued.bytes <= requestBytesMax) &&
      info.compression === (request[0]?.info.compression ?? info.compression);
    if (fits) {
      request.push(queued);
      bytes += queued.bytes;
      partitionBytes.set(place, used + queued.bytes);
    } else {
      rest.push(queued);
      partitionBytes.set(place, Number.POSITIVE_INFINITY);
    }
  }
  return { request, rest };
}

function toTopicMessages(request: readonly Queued[]): TopicMessages[] {
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
 * Publications that arrive while a request is under way travel together in the next one: one request at a time
 * keeps the order, and small messages still fill it. A lost broker is waited for, with growing pauses; each attempt
 * then has a new producer identity, because the old one means nothing to a broker that lost its log. A batch may be
 * written twice that way, never lost.
 */
export function createKafkaProducer(deps: {
  kafka: Kafka;
  topics: KafkaTopics;
  log: Logger;
  signal: AbortSignal;
}): KafkaProducer {
  const { kafka, topics, log, signal } = deps;
  const partitionOf = Partitioners.DefaultPartitioner();
  let queue: Queued[] = [];
  let sending: Promise<void> | undefined;
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
  function remember(request: readonly Queued[], written: readonly RecordMetadata[]): void {
    for (const { topicName, partition, baseOffset = "-1" } of written) {
      if (baseOffset === "-1") continue;
      const count = request.filter(
        ({ info, partition: own }) => info.name === topicName && own === partition,
      );
      positions[partitionKey(topicName, partition)] = String(BigInt(baseOffset) + BigInt(count.length) - 1n);
    }
  }

  async function sendOnce(request: readonly Queued[]): Promise<void> {
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

  function send(request: readonly Queued[]): Promise<void> {
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

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const { request, rest } = takeRequest(queue);
      queue = rest;
      try {
        await send(request);
        countProduced(request.map(({ message }) => message));
        for (const { publication } of request) {
          publication.left -= 1;
          if (publication.left === 0) publication.resolve();
        }
      } catch (error) {
        const failed = new Set(request.map(({ publication }) => publication));
        // The rest of a failed publication is not sent: the caller publishes it again as a whole.
        queue = queue.filter(({ publication }) => !failed.has(publication));
        for (const publication of failed) publication.reject(toBusError(error));
      }
    }
  }

  function startSending(): void {
    sending ??= drain().finally(() => {
      sending = undefined;
      if (queue.length > 0) startSending();
    });
  }

  async function prepare(messages: readonly BusMessage[], publication: Publication): Promise<Queued[]> {
    const names = [...new Set(messages.map(({ topic }) => topic))];
    const infos = new Map(
      await Promise.all(names.map(async (name) => [name, await readInfo(name)] as const)),
    );
    return messages.map((message) => {
      const info = infos.get(message.topic);
      if (info === undefined) throw new Error(`no information on topic ${message.topic}`);
      const bytes = wireBytes(message);
      if (bytes + batchOverheadBytes > info.messageBytesMax) throw tooLarge(message, bytes, info);
      const partitionMetadata = partitionsOf(info);
      const partition = partitionOf({ topic: message.topic, partitionMetadata, message });
      return { message, info, partition, bytes, publication };
    });
  }

  /** Like a send, waits for a lost broker. */
  function readInfo(name: string): Promise<TopicInfo> {
    return pRetry(
      async () => {
        try {
          const info = await topics.info(name);
          noteReturn(waiter);
          return info;
        } catch (error) {
          if (!isConnectionLoss(error)) throw new AbortError(toBusError(error));
          throw error instanceof Error ? error : new Error(String(error));
        }
      },
      {
        retries: Number.POSITIVE_INFINITY,
        minTimeout: 250,
        maxTimeout: 10_000,
        signal,
        onFailedAttempt: ({ error, attemptNumber }) => {
          if (signal.aborted || error instanceof BusError) return;
          noteOutage(waiter, error, "bus");
          log.warn({ attempt: attemptNumber, reason: error.message }, "Kafka is unreachable; retrying");
        },
      },
    );
  }

  /** Publications enter the queue in the order of the calls, however long each looked for its topics. */
  let entering: Promise<unknown> = Promise.resolve();

  async function publish(messages: readonly BusMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await new Promise<void>((resolve, reject) => {
      const publication: Publication = { left: messages.length, resolve, reject };
      const entered = entering
        .then(() => prepare(messages, publication))
        .then((prepared) => {
          queue.push(...prepared);
          startSending();
        });
      entering = entered.catch((error) => reject(toBusError(error)));
    });
  }

  return {
    publish,
    positions: () => ({ ...positions }),
    close: async () => {
      noteReturn(waiter);
      await sending?.catch(() => {});
      await discardProducer();
    },
  };
}

function tooLarge(message: BusMessage, bytes: number, info: TopicInfo): BusError {
  return new BusError(
    `message ${message.key} of ${bytes} bytes exceeds the maximum of topic ${info.name}, ${info.messageBytesMax} bytes`,
    { code: "bus_message_too_large", meta: { topic: info.name, key: message.key, bytes } },
  );
}

function toBusError(error: unknown): BusError {
  if (error instanceof BusError) return error;
  return new BusError(`Kafka did not take the messages: ${errorMessage(error)}`, {
    code: "bus_publish_failed",
    retryable: isConnectionLoss(error),
    cause: error,
  });
}
