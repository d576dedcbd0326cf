import { randomUUID } from "node:crypto";
import type { Admin, EachBatchPayload, Kafka } from "kafkajs";
import { deferred } from "../../deferred.ts";
import { errorMessage } from "../../errors.ts";
import type { Logger } from "../../logger.ts";
import { partitionKey, type ReadOptions } from "../bus.ts";
import { readEnds } from "./ends.ts";
import { toDelivered } from "./slices.ts";

/** Offsets of one partition, as decimal strings: the first to read and the one after the last. */
type Span = { topic: string; partition: number; from: bigint; to: bigint };

const heartbeatMs = 3_000;
const sessionTimeoutMs = 30_000;
const fetchBytesMax = 8 * 1024 * 1024;

/** The messages that each partition holds now, from the requested start. */
async function readSpans(admin: Admin, { topics, from }: ReadOptions): Promise<Span[]> {
  const spans: Span[] = [];
  const { topics: topicInfos } = await admin.fetchTopicMetadata({ topics: [...topics] });
  for (const { name: topic, partitions } of topicInfos) {
    const held = await readEnds(admin, topic, partitions.length);
    const byTime =
      from !== undefined && "timeMs" in from
        ? await admin.fetchTopicOffsetsByTimestamp(topic, from.timeMs)
        : [];
    const starts = new Map(byTime.map(({ partition, offset }) => [partition, BigInt(offset)]));
    for (const { partition, low, high } of held) {
      const start = from !== undefined && "offset" in from ? BigInt(from.offset) : starts.get(partition);
      const first = start === undefined || start < BigInt(low) ? BigInt(low) : start;
      spans.push({ topic, partition, from: first, to: BigInt(high) });
    }
  }
  return spans;
}

/**
 * Reads the present messages of topics, once. A group of its own carries the positions, so that no other group's are
 * touched; it is deleted at the end. A partition is fetched again when the handler has taken the messages fetched
 * before, so memory is bounded by one fetch per broker.
 */
export async function readKafka(
  kafka: Kafka,
  options: ReadOptions,
  { groupPrefix, log }: { groupPrefix: string; log: Logger },
): Promise<void> {
  const { topics, onBatch, signal } = options;
  const groupId = `${groupPrefix}validator-analytics-read-${randomUUID()}`;
  const admin = kafka.admin({ retry: { retries: 5 } });
  await admin.connect();
  try {
    const spans = (await readSpans(admin, options)).filter(({ from, to }) => from < to);
    if (spans.length === 0) return;
    for (const topic of topics) {
      // Partitions with nothing to read are at their end already.
      const partitions = spans
        .filter((span) => span.topic === topic)
        .map(({ partition, from }) => ({ partition, offset: String(from) }));
      if (partitions.length > 0) await admin.setOffsets({ groupId, topic, partitions });
    }
    await consume(kafka, groupId, spans, { topics, onBatch, signal });
  } finally {
    await admin
      .deleteGroups([groupId])
      .catch((error: unknown) => log.debug({ groupId, reason: errorMessage(error) }, "group not deleted"));
    await admin.disconnect();
  }
}

async function consume(
  kafka: Kafka,
  groupId: string,
  spans: readonly Span[],
  { topics, onBatch, signal }: ReadOptions,
): Promise<void> {
  signal.throwIfAborted();
  const left = new Map(spans.map((span) => [partitionKey(span.topic, span.partition), { ...span }]));
  const total = spans.reduce((sum, { from, to }) => sum + Number(to - from), 0);
  let done = 0;
  const ended = deferred();
  ended.promise.catch(() => undefined);
  const stop = () => ended.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const consumer = kafka.consumer({
    groupId,
    allowAutoTopicCreation: false,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: heartbeatMs,
    maxBytesPerPartition: fetchBytesMax,
    maxBytes: fetchBytesMax,
    maxWaitTimeInMs: 500,
  });

  async function eachBatch({ batch, heartbeat, resolveOffset, commitOffsetsIfNecessary }: EachBatchPayload) {
    const span = left.get(partitionKey(batch.topic, batch.partition));
    if (span === undefined || signal.aborted) return;
    const messages = batch.messages.filter(
      ({ offset }) => BigInt(offset) >= span.from && BigInt(offset) < span.to,
    );
    const last = BigInt(batch.lastOffset());
    const next = last + 1n < span.to ? last + 1n : span.to;
    done += Number(next - span.from);
    const beating = setInterval(() => void heartbeat().catch(() => undefined), heartbeatMs);
    try {
      await onBatch(
        messages.map((message) => toDelivered(batch, message)),
        { done, total },
      );
    } catch (error) {
      ended.reject(error);
      return;
    } finally {
      clearInterval(beating);
    }
    span.from = next;
    resolveOffset(String(last));
    // If the group loses this member for a while, it continues here.
    await commitOffsetsIfNecessary({
      topics: [
        { topic: batch.topic, partitions: [{ partition: batch.partition, offset: String(last + 1n) }] },
      ],
    }).catch(() => undefined);
    if (span.from >= span.to) left.delete(partitionKey(batch.topic, batch.partition));
    if (left.size === 0) ended.resolve();
  }

  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) ended.reject(payload.error);
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
    await ended.promise;
  } finally {
    signal.removeEventListener("abort", stop);
    await consumer.disconnect();
  }
}
