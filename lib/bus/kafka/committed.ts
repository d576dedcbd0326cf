import type { Kafka } from "kafkajs";
import { partitionKey } from "../bus.ts";
import { type LastMessage, lastMessageOf } from "./identity.ts";
import type { LastMessages } from "./logCheck.ts";
import type { TopicInfo } from "./topics.ts";

/** The last messages that a group has processed, as its commits have them. */
export async function readCommitted(
  kafka: Kafka,
  group: string,
  topics: readonly TopicInfo[],
): Promise<LastMessages> {
  const admin = kafka.admin({ retry: { retries: 3, initialRetryTime: 200, maxRetryTime: 2_000 } });
  await admin.connect();
  try {
    const committed = await admin.fetchOffsets({ groupId: group, topics: topics.map(({ name }) => name) });
    const lastMessages = new Map<string, LastMessage>();
    for (const { topic, partitions } of committed)
      for (const { partition, ...commit } of partitions) {
        const last = lastMessageOf(commit);
        if (last !== undefined) lastMessages.set(partitionKey(topic, partition), last);
      }
    return lastMessages;
  } finally {
    await admin.disconnect();
  }
}
