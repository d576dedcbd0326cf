import kafkajs, { type Admin, type Kafka } from "kafkajs";
import { errorMessage } from "../../errors.ts";
import type { Logger } from "../../logger.ts";
import { partitionKey } from "../bus.ts";
import { busMetrics } from "../metrics.ts";
import { readEnds } from "./ends.ts";
import type { TopicInfo } from "./topics.ts";
import { deletedUnread, type Unread, unreadSecondsLeft } from "./unread.ts";

/** A group's lag in one partition, and whether a worker owns it. */
type PartitionLag = Unread & {
  topic: string;
  next: bigint;
  messages: bigint;
  isHeld: boolean;
};

type LagWatch = { stop(): Promise<void> };

const defaultPollMs = 10_000;
/** The age of the oldest unread message is read in one of this many polls: it takes a request for each bisection step. */
const agePolls = 30;

/** The partitions that the group's coordinator has assigned to a member; none during a rebalance. */
async function readHeld(admin: Admin, group: string): Promise<Set<string>> {
  const { groups } = await admin.describeGroups([group]);
  const held = new Set<string>();
  for (const { memberAssignment } of groups.flatMap(({ members }) => members)) {
    const assignment = kafkajs.AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment ?? {};
    for (const [topic, partitions] of Object.entries(assignment)) {
      for (const partition of partitions) held.add(partitionKey(topic, partition));
    }
  }
  return held;
}

/**
 * Committed offsets compared with the ends of the partitions, as the broker reports them: correct also when the worker
 * hangs, and for unassigned partitions. A group that has committed nothing has the whole partition left.
 */
async function readLag(admin: Admin, group: string, topics: readonly TopicInfo[]): Promise<PartitionLag[]> {
  // Commits before ends: a lag is rather a message too long than negative.
  const committed = new Map<string, bigint>();
  const names = topics.map(({ name }) => name);
  for (const { topic, partitions } of await admin.fetchOffsets({ groupId: group, topics: names })) {
    for (const { partition, offset } of partitions)
      committed.set(partitionKey(topic, partition), BigInt(offset));
  }
  const held = await readHeld(admin, group);
  const ends = await Promise.all(
    topics.map(async ({ name, partitions }) => ({
      topic: name,
      partitions: await readEnds(admin, name, partitions),
    })),
  );
  return ends.flatMap(({ topic, partitions }) =>
    partitions.map(({ partition, low, high }) => {
      const key = partitionKey(topic, partition);
      const position = committed.get(key) ?? -1n;
      // Messages that retention has deleted can't be read any more. A log that ends before the position is read from its start.
      const next = position > BigInt(low) && position <= BigInt(high) ? position : BigInt(low);
      const messages = BigInt(high) > next ? BigInt(high) - next : 0n;
      const ends = { committed: committed.get(key), low: BigInt(low), high: BigInt(high) };
      return { topic, partition, ...ends, next, messages, isHeld: held.has(key) };
    }),
  );
}

/**
 * Updates the gauges of a group's lag while a subscription lives, on a connection of its own. While the broker does
 * not answer there are no values: unknown values are not shown.
 */
export function watchLag(deps: {
  kafka: Kafka;
  group: string;
  topics: readonly TopicInfo[];
  pollMs?: number;
  log: Logger;
}): LagWatch {
  const { kafka, group, topics, log } = deps;
  let connected: Admin | undefined;
  let isStopped = false;

  let polls = 0;

  function drop(): void {
    for (const { name: topic, partitions } of topics) {
      busMetrics.unreadSecondsLeft.remove({ group, topic });
      for (let partition = 0; partition < partitions; partition += 1) {
        const labels = { group, topic, partition: String(partition) };
        busMetrics.lagMessages.remove(labels);
        busMetrics.committedOffset.remove(labels);
        busMetrics.deletedUnread.remove(labels);
        busMetrics.partitionHeld.remove(labels);
      }
    }
  }

  async function disconnect(): Promise<void> {
    const admin = connected;
    connected = undefined;
    await admin?.disconnect().catch(() => undefined);
  }

  async function readAges(admin: Admin, lags: readonly PartitionLag[]): Promise<void> {
    for (const { name: topic, retentionMs } of topics) {
      const partitions = lags.filter((lag) => lag.topic === topic);
      const left = await unreadSecondsLeft(admin, topic, { retentionMs, partitions, now: Date.now() });
      if (isStopped) return;
      if (left === undefined) busMetrics.unreadSecondsLeft.remove({ group, topic });
      else busMetrics.unreadSecondsLeft.set({ group, topic }, left);
    }
  }

  async function poll(): Promise<void> {
    try {
      const admin =
        connected ?? kafka.admin({ retry: { retries: 2, initialRetryTime: 200, maxRetryTime: 1_000 } });
      connected = admin;
      await admin.connect();
      const lags = await readLag(admin, group, topics);
      if (isStopped) return;
      for (const lag of lags) {
        const { topic, partition, next, messages, isHeld } = lag;
        const labels = { group, topic, partition: String(partition) };
        busMetrics.lagMessages.set(labels, Number(messages));
        busMetrics.committedOffset.set(labels, Number(next));
        busMetrics.deletedUnread.set(labels, Number(deletedUnread(lag)));
        busMetrics.partitionHeld.set(labels, isHeld ? 1 : 0);
      }
      if (polls % agePolls === 0) await readAges(admin, lags);
      polls += 1;
    } catch (error) {
      log.debug({ group, reason: errorMessage(error) }, "lag of a group could not be read");
      drop();
      await disconnect();
    }
  }

  let polling: Promise<void> | undefined;
  /** One poll at a time: a slow broker gets no second request. */
  function tick(): void {
    polling ??= poll().finally(() => {
      polling = undefined;
    });
  }

  const timer = setInterval(tick, deps.pollMs ?? defaultPollMs);
  timer.unref();
  tick();

  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      drop();
      await polling;
      await disconnect();
    },
  };
}
