import type { EachBatchPayload, IHeaders, KafkaMessage, Offsets } from "kafkajs";
import { type Deferred, deferred } from "../../deferred.ts";
import type { DeliveredMessage } from "../bus.ts";
import { identityOf } from "./identity.ts";

/** Messages of one partition from one fetch; the client keeps them until `handled` is settled. */
export type Slice = {
  payload: EachBatchPayload;
  /** Position of the first message that no handler has had. */
  next: number;
  handled: Deferred;
};

/** `from` and `to` are positions in the slice's messages. */
export type Part = { slice: Slice; from: number; to: number };

function textHeaders(headers: IHeaders | undefined): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) texts[name] = first.toString();
  }
  return texts;
}

export function toDelivered(
  { topic, partition }: { topic: string; partition: number },
  message: KafkaMessage,
): DeliveredMessage {
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key?.toString() ?? "",
    value: message.value ?? Buffer.alloc(0),
    headers: textHeaders(message.headers),
  };
}

/** Takes from the slices, in order, up to the limits, at least one message. Moves `next`. */
function takeParts(slices: readonly Slice[], messagesMax: number, bytesMax: number): Part[] {
  const parts: Part[] = [];
  let count = 0;
  let bytes = 0;
  for (const slice of slices) {
    const { messages } = slice.payload.batch;
    const from = slice.next;
    while (slice.next < messages.length && count < messagesMax) {
      bytes += messages[slice.next]?.value?.length ?? 0;
      if (count > 0 && bytes > bytesMax) break;
      slice.next += 1;
      count += 1;
    }
    if (slice.next > from) parts.push({ slice, from, to: slice.next });
    if (count >= messagesMax || bytes >= bytesMax) break;
  }
  return parts;
}

export function messagesOf({ slice, from, to }: Part): DeliveredMessage[] {
  const { batch } = slice.payload;
  return batch.messages.slice(from, to).map((message) => toDelivered(batch, message));
}

function lastMessage({ slice, to }: Part): KafkaMessage | undefined {
  return slice.payload.batch.messages[to - 1];
}

/** The client passes metadata on, but its types lack it. */
type Committed = Offsets & {
  topics: { partitions: { partition: number; offset: string; metadata: string }[] }[];
};

/**
 * The offsets to commit: the position after the last processed message of each partition, and the identity of that
 * message; later parts win.
 */
export function offsetsOf(parts: readonly Part[]): Committed {
  const topics = new Map<string, Map<number, KafkaMessage>>();
  for (const part of parts) {
    const { topic, partition } = part.slice.payload.batch;
    const partitions = topics.get(topic) ?? new Map<number, KafkaMessage>();
    const last = lastMessage(part);
    if (last !== undefined) topics.set(topic, partitions.set(partition, last));
  }
  return {
    topics: [...topics].map(([topic, partitions]) => ({
      topic,
      partitions: [...partitions].map(([partition, message]) => ({
        partition,
        offset: String(BigInt(message.offset) + 1n),
        metadata: identityOf(message),
      })),
    })),
  };
}

/** Fetched messages that are not processed, in the order of arrival. */
export type SliceQueue = {
  isEmpty(): boolean;
  /**
   * Resolves when a handler has had all of it, or it is let go; rejects when it is given back.
   * @param from position of the first message that a handler is to have; there is one
   */
  add(payload: EachBatchPayload, from?: number): Promise<void>;
  /** The parts of the next batch. */
  take(limits: { messagesMax: number; bytesMax: number }): Part[];
  /** A handler has had these parts. */
  resolve(parts: readonly Part[]): void;
  /** The client has to fetch it again, after it has rejoined the group. */
  giveBack(error: unknown): void;
  /** It will not be processed here. */
  letGo(): void;
  /** Sends heartbeats to the coordinator while the worker has partitions of the group. */
  heartbeat(): Promise<void>;
};

export function createSliceQueue(): SliceQueue {
  let slices: Slice[] = [];

  function removeAll(): Slice[] {
    const removed = slices;
    slices = [];
    return removed;
  }

  return {
    isEmpty: () => slices.length === 0,
    add: (payload, from = 0) => {
      const handled = deferred();
      slices.push({ payload, next: from, handled });
      return handled.promise;
    },
    take: ({ messagesMax, bytesMax }) => takeParts(slices, messagesMax, bytesMax),
    resolve: (parts) => {
      for (const part of parts) part.slice.payload.resolveOffset(lastMessage(part)?.offset ?? "0");
      const isDone = (slice: Slice) => slice.next >= slice.payload.batch.messages.length;
      const done = slices.filter(isDone);
      slices = slices.filter((slice) => !isDone(slice));
      for (const slice of done) slice.handled.resolve();
    },
    giveBack: (error) => {
      for (const slice of removeAll()) slice.handled.reject(error);
    },
    letGo: () => {
      for (const slice of removeAll()) slice.handled.resolve();
    },
    heartbeat: async () => {
      await slices[0]?.payload.heartbeat();
    },
  };
}
