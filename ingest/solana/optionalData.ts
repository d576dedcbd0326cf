/** Data that not every node serves, and that must not delay slots: if refused, or after repeated failures, they stay empty. */
import { errorMessage, isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";

/** Attempts for optional data before slots go on without it. */
const triesMax = 3;

/** `what` names a kind of data, in logs as well. */
export type OptionalData = {
  /** @returns undefined if the data stay empty. @throws as `leaveEmpty` */
  optional<Value>(what: string, read: () => Promise<Value>): Promise<Value | undefined>;
  /** Notes that data were read: failures count anew. */
  noteRead(what: string): void;
  /**
   * Handles a failure: the data stay empty until they are read with the next epoch.
   * @throws SourceError that may be temporary, a few times: the unit is read again
   */
  leaveEmpty(what: string, error: unknown): void;
};

export function createOptionalData(network: string, log: Logger): OptionalData {
  /** Consecutive failures by kind of data. */
  const failures = new Map<string, number>();

  function noteRead(what: string): void {
    failures.delete(what);
  }

  function leaveEmpty(what: string, error: unknown): void {
    if (!isErrorOfKind(error, "source")) throw error;
    const count = (failures.get(what) ?? 0) + 1;
    failures.set(what, count);
    if (error.retryable && count < triesMax) throw error;
    failures.delete(what);
    log.warn({ network, reason: errorMessage(error) }, `the node doesn't serve ${what}; it stays empty`);
  }

  return {
    optional: async (what, read) => {
      try {
        const value = await read();
        noteRead(what);
        return value;
      } catch (error) {
        leaveEmpty(what, error);
        return undefined;
      }
    },
    noteRead,
    leaveEmpty,
  };
}
