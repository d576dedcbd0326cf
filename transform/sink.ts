/**
 * The worker of one chain: takes batches from the bus, hands what parses to the chain's transform, sends what never
 * will to the dead-letter topic, and lets the bus commit only after everything is written.
 */
import { Counter, Histogram } from "prom-client";
import type { z } from "zod";
import type { Bus, DeliveredMessage, Subscription, TopicDeclaration } from "../lib/bus.ts";
import { parseBatch, toDeadLetter } from "../lib/deadLetter.ts";
import { errorMessage, isAppError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { registry } from "../lib/metrics.ts";
import { retry } from "../lib/retry.ts";
import type { HeightRange } from "./heights.ts";

export type ChainTransform<Message> = {
  topics: readonly TopicDeclaration[];
  schema: z.ZodType<Message>;
  /** The newest version of the schema that is understood. */
  schemaVersion: number;
  /** Writes a batch and all that it completes. Safe to repeat. */
  process(messages: readonly Message[]): Promise<void>;
  /** Computes again, from the raw tables, what heights of a network lead to; `settle` completes it. */
  recompute(network: string, range: HeightRange): Promise<void>;
  /** Brings up to date what `process` put off: what is due, or everything. */
  settle(scope: "due" | "all"): Promise<void>;
};

export type Worker = {
  /** Rejects when a batch can't be written: nothing of it is committed, and the process should end. */
  done: Promise<void>;
  /** Brings every record up to date. */
  settle(): Promise<void>;
  stop(): Promise<void>;
};

const batches = new Histogram({
  name: "validator_analytics_transform_batch_seconds",
  help: "Time from taking a batch to its last acknowledged write",
  labelNames: ["group"],
  registers: [registry],
});
const processed = new Counter({
  name: "validator_analytics_transform_messages_total",
  help: "Messages by what became of them: written or dead",
  labelNames: ["group", "outcome"],
  registers: [registry],
});
const retries = new Counter({
  name: "validator_analytics_transform_retries_total",
  help: "Batches tried again because the warehouse was not available",
  labelNames: ["group"],
  registers: [registry],
});

/** A warehouse that stays away longer ends the worker, without a commit. */
const defaultPatience = { attempts: 8, baseMs: 250 };
const settleEveryMs = 2_000;

export type WorkerOptions<Message> = {
  bus: Bus;
  transform: ChainTransform<Message>;
  group: string;
  log: Logger;
  /** Tries of one batch while the warehouse is away, and the first pause. Default: 8 tries from 250 ms, about a minute. */
  patience?: { attempts: number; baseMs: number };
};

function isRetryable(error: unknown): boolean {
  return isAppError(error) && error.kind === "store" && error.retryable;
}

export async function startWorker<Message>({
  bus,
  transform,
  group,
  log,
  patience = defaultPatience,
}: WorkerOptions<Message>): Promise<Worker> {
  // Batches and deferred roll-ups take turns: both write the same tables.
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (run: () => Promise<void>): Promise<void> => {
    const next = turn.then(run);
    turn = next.catch(() => undefined);
    return next;
  };

  const write = (run: () => Promise<void>, signal?: AbortSignal) =>
    retry(run, {
      ...patience,
      maxMs: 15_000,
      signal,
      isRetryable,
      onRetry: (error, failures) => {
        if (!isRetryable(error)) return;
        retries.inc({ group });
        log.warn(
          { group, failures, attempts: patience.attempts, reason: errorMessage(error) },
          "the warehouse does not take a batch: trying again",
        );
      },
    });

  async function onBatch(
    batch: readonly DeliveredMessage[],
    context: { signal: AbortSignal },
  ): Promise<void> {
    const stop = batches.startTimer({ group });
    const { parsed, dead } = parseBatch(batch, transform);
    if (dead.length > 0) {
      for (const { message, reason } of dead) {
        log.error(
          { group, topic: message.topic, partition: message.partition, offset: message.offset, reason },
          "message to the dead-letter topic",
        );
      }
      await bus.publish(dead.map(({ message, reason }) => toDeadLetter(message, reason, transform)));
      processed.inc({ group, outcome: "dead" }, dead.length);
    }
    await write(() => inTurn(() => transform.process(parsed.map(({ value }) => value))), context.signal);
    processed.inc({ group, outcome: "written" }, parsed.length);
    stop();
  }

  const subscription: Subscription = await bus.subscribe({
    group,
    topics: transform.topics.map((topic) => topic.name),
    onBatch,
  });
  const settle = (scope: "due" | "all") => write(() => inTurn(() => transform.settle(scope)));
  const timer = setInterval(() => {
    void settle("due").catch((error: unknown) =>
      log.warn({ group, reason: errorMessage(error) }, "roll-up failed: it stays due"),
    );
  }, settleEveryMs);
  timer.unref();
  return {
    done: subscription.done.finally(() => clearInterval(timer)),
    settle: () => settle("all"),
    stop: async () => {
      clearInterval(timer);
      await subscription.stop();
      await turn;
    },
  };
}
