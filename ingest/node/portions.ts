/**
 * Requests for many items at once. A request that fails twice in the same way is made smaller, whichever error it is: nodes
 * report "too much" as 502, 504, and errors of their own. The size that succeeded is kept for the next request.
 */
import { isErrorOfKind } from "../../lib/errors.ts";

/** Attempts per node for a request that may be too large. */
export const largeRequestRounds = 2;

/** Too much for one answer, or for its time limit. */
const tooMuch: ReadonlySet<string> = new Set(["too_large", "timeout"]);
/** Errors of a node in trouble, and of one that got too large a request. */
const lasting: ReadonlySet<string> = new Set(["server_error", "bad_json", "bad_answer"]);

/** Whether a smaller request may be answered. */
export function isTooMuch(error: unknown): boolean {
  return isErrorOfKind(error, "source") && (tooMuch.has(error.code) || lasting.has(error.code));
}

/** After so many answers a larger request is tried again: the failure may have been the node's. */
const answersBeforeMore = 32;

export type Portions = {
  /** How many items the next request may have. */
  size(): number;
  /**
   * Runs a request for `count` items.
   * @param run gets the attempts per node; undefined: the default
   * @returns undefined when it was too much: the next one is to have `size()` items
   */
  attempt<Value>(
    count: number,
    run: (rounds: number | undefined) => Promise<Value>,
    signal?: AbortSignal,
  ): Promise<{ value: Value } | undefined>;
};

/** @param isSplit whether a smaller request may avoid an error */
export function createPortions(most: number, isSplit: (error: unknown) => boolean = isTooMuch): Portions {
  let size = most;
  let answered = 0;
  return {
    size: () => size,
    attempt: async (count, run, signal) => {
      try {
        const value = await run(count > 1 ? largeRequestRounds : undefined);
        answered += 1;
        if (answered % answersBeforeMore === 0) size = Math.min(most, size * 2);
        return { value };
      } catch (error) {
        signal?.throwIfAborted();
        if (count <= 1 || !isSplit(error)) throw error;
        answered = 0;
        size = Math.min(size, Math.ceil(count / 2));
        return undefined;
      }
    },
  };
}
