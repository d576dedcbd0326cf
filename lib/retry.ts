import { setTimeout as delay } from "node:timers/promises";
import pRetry from "p-retry";

export type BackoffOptions = { baseMs: number; maxMs: number };

/** Exponential backoff with jitter: between half and the whole of `baseMs * 2^failures`, or of `maxMs` if that is less. */
export function backoffMs(
  failures: number,
  options: BackoffOptions,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(options.maxMs, options.baseMs * 2 ** Math.min(failures, 30));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}

/** Sleeps, and rejects with the signal's reason as soon as it is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  try {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

export type RetryOptions = BackoffOptions & {
  /** Total tries; Infinity: forever. The pause after a failure is `baseMs * 2^(failures - 1)` to twice that, at most `maxMs`. */
  attempts: number;
  isRetryable: (error: unknown) => boolean;
  signal?: AbortSignal | undefined;
  onRetry?: (error: unknown, failures: number) => void;
};

/**
 * Runs until it succeeds. Rejects with the last error when that isn't retryable or the attempts are used up, with the
 * signal's reason when it is aborted. `onRetry` hears of every failure, also of the last one.
 */
export function retry<Value>(
  run: (attempt: number) => Promise<Value>,
  options: RetryOptions,
): Promise<Value> {
  return pRetry(run, {
    retries: options.attempts - 1,
    minTimeout: options.baseMs,
    maxTimeout: options.maxMs,
    factor: 2,
    randomize: true,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    shouldRetry: ({ error }) => options.isRetryable(error),
    onFailedAttempt: ({ error, attemptNumber }) => options.onRetry?.(error, attemptNumber),
  });
}
