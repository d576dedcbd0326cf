/** Identifies the message at an offset: the client knows no leader epochs, so a commit names the message it follows. */
import { crc32 } from "node:zlib";
import type { KafkaMessage } from "kafkajs";

/** Raised with what follows; commits of other versions are not compared. */
const form = "m1";

/**
 * Time and checksum of a message, short enough for a commit's metadata (the broker takes 4,096 bytes by default). The
 * time distinguishes messages of the same content.
 */
export function identityOf({ timestamp, key, value }: KafkaMessage): string {
  const sum = crc32(value ?? "", crc32(key ?? ""));
  return [form, timestamp, value?.length ?? -1, sum.toString(16)].join(" ");
}

/** The last message that a group has processed of a partition. */
export type LastMessage = { offset: bigint; identity: string };

/** @returns undefined for a missing commit, and for those of earlier releases, which name no message */
export function lastMessageOf(committed: {
  offset: string;
  metadata: string | null;
}): LastMessage | undefined {
  const { offset, metadata } = committed;
  if (metadata === null || !metadata.startsWith(`${form} `)) return undefined;
  return { offset: BigInt(offset) - 1n, identity: metadata };
}
