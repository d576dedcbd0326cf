/** A worker's behaviour while the warehouse is unavailable. */
import { errorMessage, isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { noteOutage, noteReturn } from "../../lib/outages.ts";
import { backoffMs, sleep } from "../../lib/retry.ts";
import { metrics } from "./metrics.ts";

/** Tries of one batch, and the first pause between them. */
export type Patience = { attempts: number; baseMs: number };

/** A warehouse may be unavailable for hours: the current work waits for it. */
const defaultPatience: Patience = { attempts: Number.POSITIVE_INFINITY, baseMs: 250 };
const maxMs = 15_000;

const isRetryable = (error: unknown): boolean => isErrorOfKind(error, "store") && error.retryable;

type PatienceOptions = {
  patience: Patience | undefined;
  group: string;
  /** The current writes, for readiness: each waits under its own name. */
  what: string;
  log: Logger;
  /** The work is no longer needed. */
  signal?: AbortSignal | undefined;
  /** The caller is about to stop: current work is finished, and nothing is retried. */
  stopping?: AbortSignal | undefined;
};

/** Runs a write, retrying as long as the warehouse is only unavailable. @throws the last error */
export async function writePatiently(run: () => Promise<void>, options: PatienceOptions): Promise<void> {
  const { patience = defaultPatience, group, what, log, signal, stopping } = options;
  const by = `${group}: ${what}`;
  const limit = Number.isFinite(patience.attempts) ? { attempts: patience.attempts } : {};
  try {
    for (let failures = 1; ; failures += 1) {
      signal?.throwIfAborted();
      try {
        return await run();
      } catch (error) {
        if (!isRetryable(error)) throw error;
        metrics.retries.inc({ group });
        noteOutage(by, error);
        log.warn(
          { group, what, failures, ...limit, reason: errorMessage(error) },
          "the warehouse rejected a batch; retrying",
        );
        const over = AbortSignal.any([signal, stopping].filter((one) => one !== undefined));
        if (failures >= patience.attempts || over.aborted) throw error;
        const pause = backoffMs(failures, { baseMs: patience.baseMs, maxMs });
        await sleep(pause, over).catch(() => undefined);
        if (stopping?.aborted === true) throw error;
      }
    }
  } finally {
    noteReturn(by);
  }
}
