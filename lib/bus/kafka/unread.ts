/** How long messages that a group has not read are kept: what retention deletes unread is lost to it. */
import type { Admin } from "kafkajs";

/** A group's unread part of a partition; `committed` is undefined when it has never read any. */
export type Unread = { partition: number; committed: bigint | undefined; low: bigint; high: bigint };

/** Halvings of the retention: of seven days the answer is exact to an hour and a half. */
const halvings = 7;

/** Messages that were deleted before the group has read them. */
export function deletedUnread({ committed, low }: Unread): bigint {
  return committed !== undefined && committed >= 0n && low > committed ? low - committed : 0n;
}

/**
 * Seconds until retention deletes the oldest unread message of a topic, rather too few than too many.
 * @returns undefined where all is read, or messages are kept forever
 */
export async function unreadSecondsLeft(
  admin: Pick<Admin, "fetchTopicOffsetsByTimestamp">,
  topic: string,
  { retentionMs, partitions, now }: { retentionMs: number; partitions: readonly Unread[]; now: number },
): Promise<number | undefined> {
  if (retentionMs < 0) return undefined;
  const next = new Map<number, bigint>();
  for (const { partition, committed = -1n, low, high } of partitions) {
    let first = low;
    if (committed > low) first = committed;
    if (first < high) next.set(partition, first);
  }
  if (next.size === 0) return undefined;
  // Every message that is not read is younger than `before`.
  let [before, after] = [now - retentionMs, now];
  for (let step = 0; step < halvings; step += 1) {
    const middle = Math.floor((before + after) / 2);
    const offsets = await admin.fetchTopicOffsetsByTimestamp(topic, middle);
    if (offsets.some(({ partition, offset }) => isUnreadBefore(next.get(partition), offset))) after = middle;
    else before = middle;
  }
  return Math.max(0, (before + retentionMs - now) / 1000);
}

/** Whether an unread message precedes the first one of a time. */
function isUnreadBefore(next: bigint | undefined, offset: string): boolean {
  return next !== undefined && next < BigInt(offset);
}
