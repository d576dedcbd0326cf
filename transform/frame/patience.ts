/** What a worker does while the warehouse is away. */
import { errorMessage, isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { noteOutage, noteReturn } from "../../lib/outages.ts";
import { backoffMs, sleep } from "../../lib/retry.ts";
import { metrics } from "./metrics.ts";

/** Tries of one batch, and the first pause between them. */
export type Patience = { attempts: number; baseMs: number };

/** A warehouse may be away for hours: what is in hand waits for it. */
const defaultPatience: Patience = { attempts: Number.POSITIVE_INFINITY, baseMs: 250 };
const maxMs = 15_000;

const isRetryable = (error: unknown): boolean => isErrorOfKind(error, "store") && error.retryable;

type PatienceOptions = {
  patience: Patience | undefined;
  group: string;
  /** What is written, for readiness: each waits by its own name. */
  what: string;
  log: Logger;
  /** The work is in vain. */
  signal?: AbortSignal | undefined;
  /** Whoever asked is about to stop: what is under way is finished, and nothing is tried again. */
  stopping?: AbortSignal | undefined;
};

/** Runs a write, again and again while the warehouse only isn't available. @throws the last error */
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
