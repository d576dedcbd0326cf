import { type Kafka, Partitioners } from "kafkajs";
import pRetry, { AbortError } from "p-retry";
import { BusError } from "../../errors.ts";
import type { Logger } from "../../logger.ts";
import { noteOutage, noteReturn } from "../../outages.ts";
import { type BusMessage, type BusPositions, partitionKey } from "../bus.ts";
import { countProduced } from "../metrics.ts";
import { isConnectionLoss } from "./errors.ts";
import { partitionsOf } from "./partitions.ts";
import { createSender, type Routed, toBusError, waiter } from "./sender.ts";
import type { KafkaTopics, TopicInfo } from "./topics.ts";

/** Upper bound of a request's values. Larger requests gain nothing (bench/bus.ts) and cost memory. */
const requestBytesMax = 8 * 1024 * 1024;
/** Bytes that the record format adds to a batch (61) and to a message (up to 21), rounded up. */
const batchOverheadBytes = 128;
const messageOverheadBytes = 32;

type Publication = { left: number; resolve: () => void; reject: (error: unknown) => void };
type Queued = Routed & { bytes: number; publication: Publication };

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

/**
 * Publications that arrive while a request is under way travel together in the next one: one request at a time
 * keeps the order, and small messages still fill it.
 */
export function createKafkaProducer(deps: {
  kafka: Kafka;
  topics: KafkaTopics;
  log: Logger;
  signal: AbortSignal;
}): KafkaProducer {
  const { topics, log, signal } = deps;
  const sender = createSender(deps);
  const partitionOf = Partitioners.DefaultPartitioner();
  let queue: Queued[] = [];
  let sending: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const { request, rest } = takeRequest(queue);
      queue = rest;
      try {
        await sender.send(request);
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
    positions: sender.positions,
    close: async () => {
      noteReturn(waiter);
      await sending?.catch(() => {});
      await sender.close();
    },
  };
}

function tooLarge(message: BusMessage, bytes: number, info: TopicInfo): BusError {
  return new BusError(
    `message ${message.key} of ${bytes} bytes exceeds the maximum of topic ${info.name}, ${info.messageBytesMax} bytes`,
    { code: "bus_message_too_large", meta: { topic: info.name, key: message.key, bytes } },
  );
}
