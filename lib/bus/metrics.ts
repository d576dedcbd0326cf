import { Counter, Gauge, Histogram } from "prom-client";
import { registry } from "../metrics.ts";

/** Metrics of both kinds of bus. A message counts as consumed when its handler has resolved. */
export const busMetrics = {
  producedMessages: new Counter({
    name: "validator_analytics_bus_produced_messages_total",
    help: "Messages acknowledged by the bus",
    labelNames: ["topic"],
    registers: [registry],
  }),
  producedBytes: new Counter({
    name: "validator_analytics_bus_produced_bytes_total",
    help: "Bytes of the values of acknowledged messages, before compression",
    labelNames: ["topic"],
    registers: [registry],
  }),
  consumedMessages: new Counter({
    name: "validator_analytics_bus_consumed_messages_total",
    help: "Messages that a handler has processed",
    labelNames: ["group", "topic"],
    registers: [registry],
  }),
  consumedBytes: new Counter({
    name: "validator_analytics_bus_consumed_bytes_total",
    help: "Bytes of the values of processed messages, after decompression",
    labelNames: ["group", "topic"],
    registers: [registry],
  }),
  batchMessages: new Histogram({
    name: "validator_analytics_bus_batch_messages",
    help: "Messages in a batch given to a handler",
    labelNames: ["group"],
    buckets: [1, 4, 16, 64, 256, 1024, 4096],
    registers: [registry],
  }),
  batchBytes: new Histogram({
    name: "validator_analytics_bus_batch_bytes",
    help: "Bytes of the values in a batch given to a handler",
    labelNames: ["group"],
    buckets: [1e3, 1e4, 1e5, 1e6, 4e6, 1.6e7, 6.4e7],
    registers: [registry],
  }),
  batchSeconds: new Histogram({
    name: "validator_analytics_bus_batch_seconds",
    help: "Time that a handler took for a batch",
    labelNames: ["group"],
    buckets: [0.001, 0.01, 0.1, 0.5, 1, 5, 30, 120],
    registers: [registry],
  }),
  lagMessages: new Gauge({
    name: "validator_analytics_bus_lag_messages",
    help: "Messages of a partition that a group has not committed yet, as the broker has it",
    labelNames: ["group", "topic", "partition"],
    registers: [registry],
  }),
  committedOffset: new Gauge({
    name: "validator_analytics_bus_committed_offset",
    help: "Position of the first message of a partition that a group has not committed yet",
    labelNames: ["group", "topic", "partition"],
    registers: [registry],
  }),
  deletedUnread: new Gauge({
    name: "validator_analytics_bus_deleted_unread_messages",
    help: "Messages of a partition that were deleted before the group had committed them",
    labelNames: ["group", "topic", "partition"],
    registers: [registry],
  }),
  replacedLogs: new Counter({
    name: "validator_analytics_bus_replaced_logs_total",
    help: "Times that the log of a partition was another one than the group had read, and was read from its first message",
    labelNames: ["group", "topic"],
    registers: [registry],
  }),
  unreadSecondsLeft: new Gauge({
    name: "validator_analytics_bus_unread_seconds_left",
    help: "Seconds until the topic's retention deletes the oldest message that the group has not committed; absent while it has committed all",
    labelNames: ["group", "topic"],
    registers: [registry],
  }),
  partitionHeld: new Gauge({
    name: "validator_analytics_bus_partition_held",
    help: "1 while a worker of the group holds the partition, else 0",
    labelNames: ["group", "topic", "partition"],
    registers: [registry],
  }),
  retries: new Counter({
    name: "validator_analytics_bus_retries_total",
    help: "Calls to the broker that were tried again",
    labelNames: ["operation"],
    registers: [registry],
  }),
};

type Counted = { topic: string; value: Buffer };

/** Sums first: a counter costs about a microsecond, as much as reading a small message. */
function sumByTopic(messages: readonly Counted[]): Map<string, { messages: number; bytes: number }> {
  const sums = new Map<string, { messages: number; bytes: number }>();
  for (const { topic, value } of messages) {
    const sum = sums.get(topic) ?? { messages: 0, bytes: 0 };
    sum.messages += 1;
    sum.bytes += value.length;
    sums.set(topic, sum);
  }
  return sums;
}

export function countProduced(messages: readonly Counted[]): void {
  for (const [topic, sum] of sumByTopic(messages)) {
    busMetrics.producedMessages.inc({ topic }, sum.messages);
    busMetrics.producedBytes.inc({ topic }, sum.bytes);
  }
}

export function countConsumed(group: string, messages: readonly Counted[], seconds: number): void {
  let bytes = 0;
  for (const [topic, sum] of sumByTopic(messages)) {
    bytes += sum.bytes;
    busMetrics.consumedMessages.inc({ group, topic }, sum.messages);
    busMetrics.consumedBytes.inc({ group, topic }, sum.bytes);
  }
  busMetrics.batchMessages.observe({ group }, messages.length);
  busMetrics.batchBytes.observe({ group }, bytes);
  busMetrics.batchSeconds.observe({ group }, seconds);
}
