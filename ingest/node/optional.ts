/** Optional calls: data that nodes do not offer stays unknown, and delays nothing. */
import { type AppError, isErrorOfKind } from "../../lib/errors.ts";

/** Attempts per node before an optional call is given up. */
export const optionalRounds = 2;

/** How long a refused call is skipped: each try would make the nodes back off. */
const leftOutMs = 600_000;

/**
 * Runs optional calls by name. A call that nodes refuse returns null, and is skipped for ten minutes.
 * @param options.isRefused whether a node's error is such a refusal; others are thrown
 * @param options.warn is called once per name
 */
export function createOptionalCalls(options: {
  isRefused(error: AppError): boolean;
  warn(name: string, error: AppError): void;
}) {
  const leftOutUntil = new Map<string, number>();
  return async <Value>(name: string, run: () => Promise<Value>): Promise<Value | null> => {
    if ((leftOutUntil.get(name) ?? 0) > performance.now()) return null;
    try {
      return await run();
    } catch (error) {
      if (!isErrorOfKind(error, "source") || !options.isRefused(error)) throw error;
      if (!leftOutUntil.has(name)) options.warn(name, error);
      leftOutUntil.set(name, performance.now() + leftOutMs);
      return null;
    }
  };
}
