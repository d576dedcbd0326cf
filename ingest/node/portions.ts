/**
 * Requests for many things at once. One that fails twice alike is made smaller, whatever the node says of it: nodes say
 * "too much" with 502, 504, and errors of their own. What was answered is remembered, so that the next request begins there.
 */
import { isErrorOfKind } from "../../lib/errors.ts";

/** Tries of each node for a request that may be too much. */
export const largeRequestRounds = 2;

/** Too much for one answer, or for the time that it may take. */
const tooMuch: ReadonlySet<string> = new Set(["too_large", "timeout"]);
/** What a node in trouble answers, and one of which too much is requested. */
const lasting: ReadonlySet<string> = new Set(["server_error", "bad_json", "bad_answer"]);

/** Whether the same of less may be answered. */
export function isTooMuch(error: unknown): boolean {
  return isErrorOfKind(error, "source") && (tooMuch.has(error.code) || lasting.has(error.code));
}

/** After so many answers a larger request is tried again: what failed may have been a node in trouble. */
const answersBeforeMore = 32;

export type Portions = {
  /** How many things the next request may be for. */
  size(): number;
  /**
   * Runs a request for `count` things.
   * @param run gets the tries of each node; undefined: as usual
   * @returns undefined when it was too much: the next one is to be for `size()` things
   */
  attempt<Value>(
    count: number,
    run: (rounds: number | undefined) => Promise<Value>,
    signal?: AbortSignal,
  ): Promise<{ value: Value } | undefined>;
};

/** @param isSplit whether an error may not come of a smaller request */
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
