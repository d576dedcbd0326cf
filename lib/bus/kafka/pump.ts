import type { Logger } from "../../logger.ts";
import { batchDefaults, type SubscribeOptions } from "../bus.ts";
import { countConsumed } from "../metrics.ts";
import type { Claim } from "./claim.ts";
import type { Commits } from "./commits.ts";
import { messagesOf, type SliceQueue } from "./slices.ts";

/** Merges fetched messages into batches for the handler, one at a time. */
export type Pump = {
  /** Something was fetched. */
  start(): void;
  /** Resolves when no batch is in hand. */
  idle(): Promise<void>;
};

/**
 * @param deps.ending aborts when no further batch may begin
 * @param deps.onFailure ends the subscription with the handler's error
 */
export function createPump(deps: {
  options: SubscribeOptions;
  queue: SliceQueue;
  claim: Claim;
  commits: Commits;
  ending: AbortSignal;
  onFailure: (error: unknown) => Promise<void>;
  log: Logger;
}): Pump {
  const { options, queue, claim, commits, ending, log } = deps;
  const { group } = options;
  const limits = {
    messagesMax: options.batchMessagesMax ?? batchDefaults.messagesMax,
    bytesMax: options.batchBytesMax ?? batchDefaults.bytesMax,
  };
  let running: Promise<void> | undefined;

  function giveBack(error: unknown): void {
    claim.clear();
    queue.giveBack(error);
  }

  /** @returns false when the pump has to stop. */
  async function processBatch(): Promise<boolean> {
    const parts = queue.take(limits);
    const batch = parts.flatMap(messagesOf);
    const startedAt = performance.now();
    const outcome = await claim.hold((signal) => options.onBatch(batch, { signal }));
    if (outcome.kind === "failed" && ending.aborted) {
      log.debug({ err: outcome.error, group }, "batch abandoned at shutdown, not committed");
      await commits.done();
      return false;
    }
    if (outcome.kind === "failed") {
      log.error({ err: outcome.error, group }, "batch failed, subscription stopped");
      await commits.done();
      await deps.onFailure(outcome.error);
      return false;
    }
    if (outcome.kind === "lost") {
      log.warn({ group, messages: batch.length }, "partitions were reassigned during a batch; not committed");
      giveBack(claim.interruption()?.reason ?? new Error("partitions taken over during a batch"));
      return false;
    }
    countConsumed(group, batch, (performance.now() - startedAt) / 1000);
    commits.add(parts);
    queue.resolve(parts);
    return true;
  }

  async function run(): Promise<void> {
    while (!queue.isEmpty() && !ending.aborted) {
      const interruption = claim.interruption();
      if (interruption !== undefined) {
        await commits.done();
        return giveBack(interruption.reason);
      }
      if (!(await processBatch())) return;
    }
  }

  /** After the current turn of the event loop, when all messages of one fetch have arrived. */
  function start(): void {
    running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(run).finally(() => {
      running = undefined;
      if (!queue.isEmpty() && !ending.aborted) start();
    });
  }

  return {
    start,
    idle: async () => {
      await running;
    },
  };
}
