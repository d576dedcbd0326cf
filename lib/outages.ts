/**
 * Outages that this process waits for. Code that retries because the broker, the warehouse or a node is away reports
 * it here, for readiness, metrics and the outage limit. One list per process, as with metrics.
 */
import { Gauge } from "prom-client";
import { errorMessage, isAppError, isErrorOfKind } from "./errors.ts";
import type { Logger } from "./logger.ts";
import { registry } from "./metrics.ts";
import { type BackoffOptions, backoffMs, sleep } from "./retry.ts";

type Part = "bus" | "warehouse" | "nodes";

/** `by` names who waits, such as a group or a listener; `since` is in milliseconds of performance.now. */
export type Outage = { part: Part; by: string; reason: string; since: number };

const outages = new Map<string, Outage>();

/** Read at each scrape. */
new Gauge({
  name: "validator_analytics_process_outage_seconds",
  help: "Seconds that this process has been waiting for Kafka, the warehouse or nodes; 0 while all of them respond",
  labelNames: ["part"],
  registers: [registry],
  collect() {
    for (const part of ["bus", "warehouse", "nodes"] as const)
      this.set(
        { part },
        Math.max(
          0,
          ...listOutages()
            .filter((one) => one.part === part)
            .map(outageSeconds),
        ),
      );
  },
});

/** The part that is away, by the error. */
function partOf(error: unknown): Part {
  if (isErrorOfKind(error, "bus")) return "bus";
  return isErrorOfKind(error, "store") ? "warehouse" : "nodes";
}

/** Whether the same call may succeed later without a change of settings. */
export function isPassing(error: unknown): boolean {
  // Another node may have the missing data, or the same one tomorrow.
  if (isErrorOfKind(error, "source")) return error.code !== "other_chain";
  return isAppError(error) && error.retryable;
}

/** Records that `by` waits; the first time of an outage counts. */
export function noteOutage(by: string, error: unknown, part: Part = partOf(error)): void {
  const since = outages.get(by)?.since ?? performance.now();
  outages.set(by, { part, by, reason: errorMessage(error).slice(0, 300), since });
}

/** Records that `by` continues. */
export function noteReturn(by: string): void {
  outages.delete(by);
}

/** Outages, the longest first. */
export function listOutages(): Outage[] {
  return [...outages.values()].sort((one, other) => one.since - other.since);
}

/** The time of day at which an outage began, by the current clock. */
export const outageStart = (outage: Pick<Outage, "since">): Date =>
  new Date(Date.now() - 1_000 * outageSeconds(outage));

export function outageSeconds({ since }: Pick<Outage, "since">): number {
  return (performance.now() - since) / 1_000;
}

export type ThroughOutagesOptions = Partial<BackoffOptions> & {
  /** The waiting task. */
  by: string;
  log: Logger;
  signal: AbortSignal;
};

/**
 * Runs until it succeeds, however long an outage lasts.
 * @throws errors that waiting does not resolve, or the signal's reason
 */
export async function throughOutages<Value>(
  run: () => Promise<Value>,
  { by, log, signal, baseMs = 1_000, maxMs = 30_000 }: ThroughOutagesOptions,
): Promise<Value> {
  try {
    for (let failures = 0; ; failures += 1) {
      try {
        signal.throwIfAborted();
        return await run();
      } catch (error) {
        signal.throwIfAborted();
        if (!isPassing(error)) throw error;
        noteOutage(by, error);
        log.warn(
          { by, failures: failures + 1, reason: errorMessage(error) },
          "waiting for the node; retrying",
        );
        await sleep(backoffMs(failures, { baseMs, maxMs }), signal);
      }
    }
  } finally {
    noteReturn(by);
  }
}
