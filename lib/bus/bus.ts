/**
 * One interface for both buses: in the process, or Kafka. lib/config.ts chooses between them. Both pass the same
 * suite (test/support/busSuite/suite.ts). Delivery is at least once: a batch is committed after its handler has resolved.
 */

/** A topic, declared next to its event schemas; `migrate` creates it, `doctor` compares it. */
export type TopicDeclaration = {
  name: string;
  partitions: number;
  /** -1 keeps records forever. */
  retentionMs: number;
  compression: "none" | "gzip" | "zstd";
  messageBytesMax: number;
};

export type BusMessage = {
  topic: string;
  /** Chooses the partition: what one computation needs shares a key. */
  key: string;
  value: Buffer;
  headers?: Record<string, string>;
};

export type DeliveredMessage = Required<BusMessage> & {
  partition: number;
  /** Position in the partition, as a decimal string (64 bits). */
  offset: string;
};

export type SubscribeOptions = {
  group: string;
  topics: readonly string[];
  /**
   * Called with one batch at a time for the whole subscription: the messages queued in all its topics and partitions, up
   * to the limits, in order within each partition. Resolves: the batch is committed. Throws: nothing of the batch is
   * committed, the subscription stops and `done` rejects with the error.
   *
   * `signal` aborts when the rest of the work is in vain: the bus is lost, or another worker has taken a partition
   * of the batch over. `stop` does not abort it. A worker with a long handler stays in its group while the event loop
   * is free. A handler must not await a publish to a topic of its own subscription.
   */
  onBatch: (batch: readonly DeliveredMessage[], context: { signal: AbortSignal }) => Promise<void>;
  /**
   * Called when this subscription is assigned its partitions, again after each rebalance: their previous owner may
   * have died with work put off.
   */
  onAssigned?: () => void;
  /** Default: 10,000. */
  batchMessagesMax?: number;
  /** Bytes of values; a larger message is a batch of its own. Default: 16 MiB. */
  batchBytesMax?: number;
};

export const batchDefaults = { messagesMax: 10_000, bytesMax: 16 * 1024 * 1024 } as const;

export type Subscription = {
  /** Settles when the subscription has ended: resolves after `stop`, rejects with the handler's error. */
  done: Promise<void>;
  /** Finishes the batch in hand, then stops. Never rejects: an error of the handler is in `done`. */
  stop(): Promise<void>;
};

/** Names a partition of a topic. */
export function partitionKey(topic: string, partition: number): string {
  return `${topic}/${partition}`;
}

/** Offset of the last acknowledged message, by `partitionKey`. */
export type BusPositions = Readonly<Record<string, string>>;

/**
 * Positions acknowledged by a log that outlives the process. Messages may still be lost with a broker's disk before
 * they are consumed; a publisher can check that here.
 */
export type Acknowledgements = {
  /** Positions that were acknowledged to this process. They go back when the log does. */
  positions(): BusPositions;
  /** Whether the log still reaches that far; false when data was lost or topics were deleted. */
  reach(positions: BusPositions): Promise<boolean>;
};

export type ReadOptions = {
  topics: readonly string[];
  /** Start in every partition: an offset, or a time; default: the oldest message. */
  from?: { offset: string } | { timeMs: number };
  /** One batch at a time; `done` and `total` count positions in all partitions. */
  onBatch: (batch: readonly DeliveredMessage[], progress: { done: number; total: number }) => Promise<void>;
  signal: AbortSignal;
};

export type Bus = {
  readonly kind: "memory" | "kafka";
  /**
   * Resolves when the messages are safe: on Kafka when all in-sync replicas have them, in memory when every
   * subscribed group has processed them (or, with no subscriber, when they are queued).
   */
  publish(messages: readonly BusMessage[]): Promise<void>;
  /** Absent in memory, where nothing is acknowledged that is not written. */
  readonly acknowledgements?: Acknowledgements;
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /**
   * Reads once what the topics hold at this moment, in order within each partition, regardless of group offsets.
   * Rejects with the handler's error or the signal's reason. Absent in memory, where nothing is kept.
   */
  read?(options: ReadOptions): Promise<void>;
  /**
   * Creates missing topics, and raises what only gains by it (longer retention, a larger maximum). Returns what else
   * differs from the declarations, with what to do about it, in words.
   */
  ensureTopics(topics: readonly TopicDeclaration[]): Promise<string[]>;
  /** Reports the differences that `ensureTopics` would find, and changes nothing. */
  checkTopics(topics: readonly TopicDeclaration[]): Promise<string[]>;
  ping(): Promise<void>;
  close(): Promise<void>;
};
