/** What a worker does while the warehouse is away. */
import { errorMessage, isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { retry } from "../../lib/retry.ts";
import { metrics } from "./metrics.ts";

/** Tries of one batch, and the first pause between them. */
export type Patience = { attempts: number; baseMs: number };

/** About a minute. A warehouse that stays away longer ends the worker, without a commit. */
const defaultPatience: Patience = { attempts: 8, baseMs: 250 };

const isRetryable = (error: unknown): boolean => isErrorOfKind(error, "store") && error.retryable;

/** Runs a write, again and again while the warehouse only isn't available. */
export function writePatiently(
  run: () => Promise<void>,
  {
    patience = defaultPatience,
    group,
    log,
    signal,
  }: { patience: Patience | undefined; group: string; log: Logger; signal?: AbortSignal | undefined },
): Promise<void> {
  return retry(run, {
    ...patience,
    maxMs: 15_000,
    signal,
    isRetryable,
    onRetry: (error, failures) => {
      if (!isRetryable(error)) return;
      metrics.retries.inc({ group });
      log.warn(
        { group, failures, attempts: patience.attempts, reason: errorMessage(error) },
        "the warehouse does not take a batch: trying again",
      );
    },
  });
}
