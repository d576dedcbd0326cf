/**
 * Whether a log still is the one that a group has read. A log that was truncated below the group's offset (an unclean
 * election, a broker's disk that is gone) and has grown past it answers a fetch as if nothing had happened, and the new
 * messages up to that offset would be skipped.
 */
import type { EachBatchPayload, KafkaMessage } from "kafkajs";
import type { Logger } from "../../logger.ts";
import { partitionKey } from "../bus.ts";
import { busMetrics } from "../metrics.ts";
import { identityOf, type LastMessage } from "./identity.ts";

/** By `partitionKey`. */
export type LastMessages = ReadonlyMap<string, LastMessage>;

type LogCheck = {
  /** The client has rejoined the group: the commits of others count. */
  renew(): void;
  /**
   * Whether a fetched batch follows what the group has read.
   * @returns position of its first message to process; undefined: nothing of it, the client fetches from another offset
   */
  admit(payload: Pick<EachBatchPayload, "batch">): Promise<number | undefined>;
};

/** State of a partition since the group was joined. */
type Place = {
  last: LastMessage | undefined;
  /** Epoch of the leader that took the last message; undefined: it is compared with the log under any leader. */
  epoch: number | undefined;
  /** `last` is being fetched again. */
  isSought: boolean;
};

/** The client has it, but its types don't. */
const epochOf = (message: KafkaMessage): number | undefined =>
  (message as { batchContext?: { partitionLeaderEpoch?: number } }).batchContext?.partitionLeaderEpoch;

/**
 * After each join of the group, and after each change of a partition's leader, the last processed message is fetched
 * again and compared. If it differs, the point where the logs part is unknown, so the partition is read from its first
 * message: duplicates change nothing.
 * @param deps.readCommitted reads the group's commits
 * @param deps.seek has the client fetch a partition from another offset
 */
export function createLogCheck(deps: {
  group: string;
  readCommitted: () => Promise<LastMessages>;
  seek: (place: { topic: string; partition: number; offset: string }) => void;
  log: Logger;
}): LogCheck {
  const { group, readCommitted, seek, log } = deps;
  let places = new Map<string, Place>();
  let committed: Promise<LastMessages> | undefined;

  function read(): Promise<LastMessages> {
    if (committed !== undefined) return committed;
    const reading = readCommitted();
    committed = reading;
    reading.catch(() => {
      if (committed === reading) committed = undefined;
    });
    return reading;
  }

  async function placeOf(key: string): Promise<Place> {
    const stored = places.get(key);
    if (stored !== undefined) return stored;
    const reading = read();
    const last = (await reading).get(key);
    // The group was rejoined in the meantime.
    if (reading !== committed) return placeOf(key);
    return { last, epoch: undefined, isSought: false };
  }

  function report({ topic, partition, highWatermark }: EachBatchPayload["batch"], last: LastMessage): void {
    busMetrics.replacedLogs.inc({ group, topic });
    log.warn(
      { group, topic, partition, committed: String(last.offset + 1n), end: highWatermark },
      "the log of a partition was replaced; reading it from its first message",
    );
  }

  return {
    renew: () => {
      places = new Map();
      committed = undefined;
      // Read before the client moves offsets that the log doesn't reach. Errors are met by `admit`.
      read().catch(() => undefined);
    },
    admit: async ({ batch }) => {
      const { topic, partition, messages } = batch;
      const key = partitionKey(topic, partition);
      const [first, end] = [messages[0], messages.at(-1)];
      if (first === undefined || end === undefined) return 0;
      const place = await placeOf(key);
      const { last } = place;

      const accept = (from: number): number => {
        const news = { offset: BigInt(end.offset), identity: identityOf(end) };
        places.set(key, { last: news, epoch: epochOf(end), isSought: false });
        return from;
      };
      const fetchFrom = (offset: bigint, next: Place): undefined => {
        places.set(key, next);
        seek({ topic, partition, offset: String(offset) });
      };

      if (last === undefined) return accept(0);
      const offset = BigInt(first.offset);
      if (offset > last.offset) {
        // After a seek: retention has deleted the message, and there is nothing to compare.
        if (place.isSought || (place.epoch !== undefined && place.epoch === epochOf(first))) return accept(0);
        return fetchFrom(last.offset, { ...place, isSought: true });
      }
      if (offset === last.offset && identityOf(first) === last.identity) return accept(1);
      report(batch, last);
      if (offset < last.offset) return accept(0);
      // Where the log begins after offset 0, the client continues with its first message.
      return fetchFrom(0n, { last: undefined, epoch: undefined, isSought: false });
    },
  };
}
