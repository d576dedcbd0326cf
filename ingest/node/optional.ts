/** Optional calls: what nodes do not give stays unknown, and holds up nothing. */
import { type AppError, isErrorOfKind } from "../../lib/errors.ts";

/** Tries of each node before an optional call is given up. */
export const optionalRounds = 2;

/** How long a call is left out that nodes refuse: each try would put them to rest. */
const leftOutMs = 600_000;

/**
 * Runs optional calls by their name. One that nodes refuse gives null, and is left out for ten minutes.
 * @param options.isRefused whether an error of a node is such a refusal; others are thrown
 * @param options.warn is called once for each name
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
