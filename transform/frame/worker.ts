/**
 * The worker of one chain: takes batches from the bus, hands valid messages to the chain's transform, sends invalid
 * ones to the dead-letter topic, and lets the bus commit only after everything is written.
 */
import pLimit, { type LimitFunction } from "p-limit";
import type { z } from "zod";
import type { Bus, DeliveredMessage, Subscription, TopicDeclaration } from "../../lib/bus/bus.ts";
import { type DeadMessage, type ParsedMessage, parseBatch, toDeadLetter } from "../../lib/bus/deadLetter.ts";
import { errorMessage } from "../../lib/errors.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import { isRejection } from "../../lib/store/errors.ts";
import { countWritten, expectTables, metrics } from "./metrics.ts";
import { type Patience, writePatiently } from "./patience.ts";

/** Fields common to every chain's messages. */
export type ChainMessage = { network: string };

export type ChainTransform<Message extends ChainMessage> = {
  /** The chain's id, as metrics name it. */
  chain: string;
  topics: readonly TopicDeclaration[];
  schema: z.ZodType<Message>;
  /** The newest supported schema version. */
  schemaVersion: number;
  /** Bytes of messages that are written together; default: the bus's. */
  batchBytesMax?: number;
  /** By topic: tables to which every height of the topic writes rows, through `Store.insert`. */
  steadyTables: Readonly<Record<string, readonly string[]>>;
  /** Writes a batch into the raw tables. Safe to repeat. */
  write(messages: readonly Message[]): Promise<void>;
  /**
   * Computes the records that a written batch completes, from the tables. Safe to repeat; ends early with the signal.
   */
  compute(messages: readonly Message[], signal?: AbortSignal): Promise<void>;
  /** Finds work that a terminated worker had deferred; `settle` does it. */
  recover(): Promise<void>;
  /** Recomputes, from the raw tables, the records of a network's heights; `settle` completes it. */
  recompute(network: string, range: HeightRange): Promise<void>;
  /**
   * Marks everything that depends on a range of heights beyond the marks of its own facts, so that `settle` recomputes
   * every row that a replay of the range leaves out at first.
   */
  recomputeAround?(network: string, range: HeightRange): Promise<void>;
  /** Brings deferred work up to date: work that is due, or all of it. */
  settle(scope: "due" | "all"): Promise<void>;
};

export type Worker = {
  /** Rejects if a batch can never be written: nothing of it is committed, and the process should end. */
  done: Promise<void>;
  /** Brings every record up to date. */
  settle(): Promise<void>;
  /** Runs between two batches: while it does, none is written. */
  pause<Value>(run: () => Promise<Value>): Promise<Value>;
  stop(): Promise<void>;
};

const settleEveryMs = 2_000;
/** Delay of the first run after a start, and the interval from then on. */
const upkeepMs = { first: 300_000, every: 3_600_000 };

export type WorkerOptions<Message extends ChainMessage> = {
  bus: Bus;
  transform: ChainTransform<Message>;
  group: string;
  log: Logger;
  patience?: Patience;
  /** Periodic maintenance of the warehouse: between batches, so that none is computed from rows being dropped. */
  upkeep?: (signal: AbortSignal) => Promise<unknown>;
};

function startUpkeep(
  upkeep: (signal: AbortSignal) => Promise<unknown>,
  { inTurn, group, log }: { inTurn: LimitFunction; group: string; log: Logger },
): () => void {
  const stopper = new AbortController();
  let timer: NodeJS.Timeout;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      void inTurn(async () => void (await upkeep(stopper.signal)))
        .catch((error: unknown) => {
          if (!stopper.signal.aborted) log.warn({ group, reason: errorMessage(error) }, "upkeep failed");
        })
        .finally(() => {
          if (!stopper.signal.aborted) wait(upkeepMs.every);
        });
    }, ms);
    timer.unref();
  };
  wait(upkeepMs.first);
  return () => {
    stopper.abort();
    clearTimeout(timer);
  };
}

export async function startWorker<Message extends ChainMessage>({
  bus,
  transform,
  group,
  log,
  patience,
  upkeep,
}: WorkerOptions<Message>): Promise<Worker> {
  type Part = ParsedMessage<Message>;
  /** Whether deferred work of earlier owners of these partitions is known. */
  let isRecovered = false;
  // Batches and deferred roll-ups take turns: both write the same tables.
  const inTurn = pLimit(1);

  const stopper = new AbortController();
  const write = (what: string, run: () => Promise<void>, signal?: AbortSignal) =>
    writePatiently(run, { patience, group, what, log, signal, stopping: stopper.signal });

  async function publishDeadLetters(dead: readonly DeadMessage[]): Promise<void> {
    if (dead.length === 0) return;
    for (const { message, reason } of dead) {
      const { topic, partition, offset } = message;
      log.error({ group, topic, partition, offset, reason }, "message moved to the dead-letter topic");
    }
    await bus.publish(dead.map(({ message, reason }) => toDeadLetter(message, reason, transform)));
    metrics.messages.inc({ group, outcome: "dead" }, dead.length);
  }

  /**
   * Writes a batch; if the warehouse rejects it permanently, narrows it down to the offending messages, so that the
   * others are written.
   * @returns the messages that were rejected
   */
  async function writeRaw(parts: readonly Part[], signal: AbortSignal): Promise<DeadMessage[]> {
    const [part] = parts;
    if (part === undefined) return [];
    try {
      await write("raw rows", () => inTurn(() => transform.write(parts.map(({ value }) => value))), signal);
      return [];
    } catch (error) {
      if (!isRejection(error)) throw error;
      if (parts.length === 1) return [{ message: part.message, reason: `warehouse: ${errorMessage(error)}` }];
      const middle = Math.ceil(parts.length / 2);
      const first = await writeRaw(parts.slice(0, middle), signal);
      return [...first, ...(await writeRaw(parts.slice(middle), signal))];
    }
  }

  async function onBatch(
    batch: readonly DeliveredMessage[],
    { signal }: { signal: AbortSignal },
  ): Promise<void> {
    const stop = metrics.batchSeconds.startTimer({ group });
    const { parsed, dead } = parseBatch(batch, transform);
    await publishDeadLetters(dead);
    const originOf = ({ message, value }: Part) => ({ topic: message.topic, network: value.network });
    expectTables(transform, parsed.map(originOf));
    const rejected = await writeRaw(parsed, signal);
    await publishDeadLetters(rejected);
    const lost = new Set(rejected.map(({ message }) => message));
    const kept = parsed.filter(({ message }) => !lost.has(message));
    await write(
      "what they complete",
      () =>
        inTurn(() =>
          transform.compute(
            kept.map(({ value }) => value),
            signal,
          ),
        ),
      signal,
    );
    metrics.messages.inc({ group, outcome: "written" }, kept.length);
    countWritten(transform.chain, kept.map(originOf));
    stop();
  }

  // From 0, so that the first event is an increase.
  metrics.messages.inc({ group, outcome: "dead" }, 0);
  metrics.messages.inc({ group, outcome: "written" }, 0);
  metrics.retries.inc({ group }, 0);

  const subscription: Subscription = await bus.subscribe({
    group,
    topics: transform.topics.map((topic) => topic.name),
    onBatch,
    ...(transform.batchBytesMax === undefined ? {} : { batchBytesMax: transform.batchBytesMax }),
    onAssigned: () => {
      isRecovered = false;
    },
  });
  const settle = (scope: "due" | "all") =>
    write("roll-ups", () =>
      inTurn(async () => {
        if (!isRecovered) await transform.recover();
        isRecovered = true;
        await transform.settle(scope);
      }),
    );
  let isSettling = false;
  /** One at a time, so that only one waits for an unavailable warehouse. */
  async function settleDue(): Promise<void> {
    if (isSettling) return;
    isSettling = true;
    try {
      await settle("due");
    } catch (error) {
      if (!stopper.signal.aborted)
        log.warn({ group, reason: errorMessage(error) }, "roll-up failed; retrying");
    } finally {
      isSettling = false;
    }
  }
  const timer = setInterval(() => void settleDue(), settleEveryMs);
  timer.unref();
  const stopUpkeep = upkeep === undefined ? () => undefined : startUpkeep(upkeep, { inTurn, group, log });
  return {
    done: subscription.done.finally(() => {
      clearInterval(timer);
      stopUpkeep();
    }),
    settle: () => settle("all"),
    pause: inTurn,
    stop: async () => {
      clearInterval(timer);
      stopUpkeep();
      stopper.abort(new Error("the worker stops"));
      await subscription.stop();
      // Runs after all that were started before.
      await inTurn(async () => undefined);
    },
  };
}
