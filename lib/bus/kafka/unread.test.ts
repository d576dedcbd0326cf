import { expect, it } from "vitest";
import { deletedUnread, unreadSecondsLeft } from "./unread.ts";

const now = 1_800_000_000_000;
const hourMs = 3_600_000;
const retentionMs = 168 * hourMs;

/** A topic with a message an hour in each partition, up to now; the first one is `hours` old. */
const admin = (hours: number) => ({
  fetchTopicOffsetsByTimestamp: async (_: string, timestamp: number | undefined = 0) =>
    [0, 1].map((partition) => ({
      partition,
      offset: String(Math.min(hours, Math.max(0, Math.ceil((timestamp - (now - hours * hourMs)) / hourMs)))),
    })),
});
const left = (hours: number, committed: readonly (bigint | undefined)[]) =>
  unreadSecondsLeft(admin(hours), "eth.block", {
    retentionMs,
    now,
    partitions: committed.map((offset, partition) => ({
      partition,
      committed: offset,
      low: 0n,
      high: BigInt(hours),
    })),
  });

it.each([
  { read: 90n, oldest: 10 },
  { read: 50n, oldest: 50 },
  { read: 1n, oldest: 99 },
  { read: undefined, oldest: 100 },
])(
  "the oldest unread message of $oldest hours has the rest of the retention left",
  async ({ read, oldest }) => {
    const hours = ((await left(100, [100n, read])) ?? Number.NaN) / 3600;
    expect(hours).toBeLessThanOrEqual(168 - oldest);
    expect(hours).toBeGreaterThan(168 - oldest - 2.7);
  },
);

it("nothing has an end where all is read, or is kept forever", async () => {
  expect(await left(100, [100n, 100n])).toBeUndefined();
  const partitions = [{ partition: 0, committed: 1n, low: 0n, high: 5n }];
  expect(await unreadSecondsLeft(admin(5), "t", { retentionMs: -1, now, partitions })).toBeUndefined();
});

it("what was deleted before it was read is counted; a group that has read nothing yet has lost nothing", () => {
  const of = (committed: bigint | undefined) =>
    deletedUnread({ partition: 0, committed, low: 10n, high: 20n });
  expect([of(4n), of(10n), of(15n), of(-1n), of(undefined)]).toEqual([6n, 0n, 0n, 0n, 0n]);
});
