import type { Consumer, Kafka } from "kafkajs";
import { batchDefaults, type SubscribeOptions } from "../bus.ts";
import { createAssigner } from "./assigner.ts";
import type { TopicInfo } from "./topics.ts";

export type KafkaConsumerTiming = {
  /** A worker that is silent for this long loses its partitions; also the longest wait of a group for a dead one. */
  sessionTimeoutMs: number;
  heartbeatIntervalMs: number;
  /** How long others wait, in a rebalance, for this worker to finish the batch in hand. */
  rebalanceTimeoutMs: number;
};

export const defaultTiming: KafkaConsumerTiming = {
  sessionTimeoutMs: 15_000,
  heartbeatIntervalMs: 3_000,
  rebalanceTimeoutMs: 300_000,
};

const mebibyte = 1024 * 1024;
const fetchWaitMs = 500;

/** The client's consumer. @param mayRestart whether it should go on after an error that passes */
export function createClient(
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
