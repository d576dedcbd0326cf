/** A subscription that outlives its broker. */
import { deferred } from "../../deferred.ts";
import { errorMessage, isErrorOfKind } from "../../errors.ts";
import type { Logger } from "../../logger.ts";
import { noteOutage, noteReturn } from "../../outages.ts";
import { backoffMs, sleep } from "../../retry.ts";
import type { Subscription } from "../bus.ts";
import { busMetrics } from "../metrics.ts";

/** A subscription that lived this long had joined its group. */
const steadyMs = 60_000;
const backoff = { baseMs: 500, maxMs: 15_000 };

/** Whether the subscription ended because of the broker, which may come back; a handler's errors are of other kinds. */
function isBrokerAway(error: unknown): boolean {
  return isErrorOfKind(error, "bus") && error.code !== "bus_closed" && error.retryable;
}

/**
 * Subscribes, and again whenever the client gives a subscription up because of the broker: the errors that it calls final
 * ("Failed to find group coordinator") only mean that a broker is starting. Messages in hand are delivered again.
 * @param deps.subscribe one subscription, whose client may give up
 * @throws errors that waiting does not resolve, also later, through `done`
 */
export async function subscribeLastingly(deps: {
  subscribe: () => Promise<Subscription>;
  group: string;
  log: Logger;
  /** The bus is closed. */
  signal: AbortSignal;
  baseMs?: number;
}): Promise<Subscription> {
  const { group, log, baseMs = backoff.baseMs } = deps;
  const stopper = new AbortController();
  const signal = AbortSignal.any([deps.signal, stopper.signal]);

  async function subscribe(failures: number): Promise<Subscription> {
    for (let failed = failures; ; failed += 1) {
      if (failed > 0) await sleep(backoffMs(failed - 1, { ...backoff, baseMs }), signal);
      try {
        signal.throwIfAborted();
        const subscription = await deps.subscribe();
        if (!signal.aborted) return subscription;
        await subscription.stop();
      } catch (error) {
        if (signal.aborted || !isBrokerAway(error)) throw error;
        busMetrics.retries.inc({ operation: "subscribe" });
        noteOutage(group, error);
        log.warn(
          { group, failures: failed + 1, reason: errorMessage(error) },
          "Kafka is away: subscribing again",
        );
      }
    }
  }

  const settled = deferred();
  settled.promise.catch(() => {});
  let current = await subscribe(0).catch((error: unknown) => {
    noteReturn(group);
    throw error;
  });

  async function keep(): Promise<void> {
    for (let failures = 1; ; failures += 1) {
      const begunAt = performance.now();
      try {
        return await current.done;
      } catch (error) {
        if (signal.aborted) return;
        if (!isBrokerAway(error)) throw error;
        if (performance.now() - begunAt > steadyMs) failures = 1;
        noteOutage(group, error);
        log.warn(
          { group, reason: errorMessage(error) },
          "Kafka has ended the subscription: subscribing again",
        );
      }
      try {
        current = await subscribe(failures);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
    }
  }

  const kept = keep()
    .then(settled.resolve, settled.reject)
    .finally(() => noteReturn(group));
  return {
    done: settled.promise,
    stop: async () => {
      stopper.abort(new Error("the subscription stops"));
      await current.stop();
      await kept;
    },
  };
}
