/** Topics, messages and readers for the suites of the bus. */
import { randomUUID } from "node:crypto";
import type {
  Bus,
  BusMessage,
  DeliveredMessage,
  SubscribeOptions,
  TopicDeclaration,
} from "../../lib/bus/bus.ts";

/** The bus on which the suite of both kinds runs. */
export type BusUnderTest = {
  kind: Bus["kind"];
  /** Of the property test. */
  runs: number;
  /** The one that most tests share. */
  bus: () => Bus;
  newBus: () => Bus;
};

/** A topic of its own. */
export function declaration(change: Partial<TopicDeclaration> = {}): TopicDeclaration {
  return {
    name: `topic-${randomUUID()}`,
    partitions: 3,
    retentionMs: 3_600_000,
    compression: "zstd",
    messageBytesMax: 1_048_576,
    ...change,
  };
}

export function text(topic: string, key: string, value: string): BusMessage {
  return { topic, key, value: Buffer.from(value) };
}

/** A subscriber that keeps its messages; `until(n)` resolves when it has n of them. */
export async function collect(bus: Bus, options: Omit<SubscribeOptions, "onBatch">) {
  const batches: DeliveredMessage[][] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const messages = () => batches.flat();
  const subscription = await bus.subscribe({
    ...options,
    onBatch: async (batch) => {
      batches.push([...batch]);
      for (const { count, resolve } of waiting) if (messages().length >= count) resolve();
    },
  });
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      if (messages().length >= count) resolve();
      else waiting.push({ count, resolve });
    });
  return { batches, messages, until, subscription };
}

/** In the order of their delivery. */
export function valuesByKey(messages: readonly DeliveredMessage[]): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  for (const { key, value } of messages) values[key] = [...(values[key] ?? []), value.toString()];
  return values;
}
