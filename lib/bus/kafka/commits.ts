import pRetry, { AbortError } from "p-retry";
import { errorMessage } from "../../errors.ts";
import type { Logger } from "../../logger.ts";
import { busMetrics } from "../metrics.ts";
import type { Claim } from "./claim.ts";
import { isClaimLost, isRebalanceAhead } from "./errors.ts";
import { offsetsOf, type Part } from "./slices.ts";

/**
 * Commits in the background: a broker takes 5 ms or more for each commit (it gathers them for
 * `group.coordinator.append.linger.ms`), in which the next messages are fetched. Parts processed in this time are
 * committed together.
 */
export type Commits = {
  add(parts: readonly Part[]): void;
  /** Resolves when the broker has answered for all that was added. */
  done(): Promise<void>;
  /** Drops what has not been sent. */
  forget(): void;
};

export function createCommits(deps: { group: string; claim: Claim; log: Logger }): Commits {
  const { group, claim, log } = deps;
  /** Processed parts whose offsets wait for their turn. */
  let waiting: Part[] = [];
  let sending: Promise<void> | undefined;

  async function send(parts: readonly Part[], joined: number): Promise<void> {
    const offsets = offsetsOf(parts);
    await pRetry(
      async () => {
        if (claim.generation() !== joined) throw new AbortError("joined the group anew before the commit");
        try {
          await parts[0]?.slice.payload.commitOffsetsIfNecessary(offsets);
        } catch (error) {
          const failure = error instanceof Error ? error : new Error(String(error));
          if (isClaimLost(error) || isRebalanceAhead(error)) throw new AbortError(failure);
          throw failure;
        }
      },
      {
        retries: 6,
        minTimeout: 200,
        maxTimeout: 5_000,
        onFailedAttempt: ({ error }) => {
          busMetrics.retries.inc({ operation: "commit" });
          log.warn({ group, reason: error.message }, "commit to Kafka failed");
        },
      },
    );
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const parts = waiting;
      waiting = [];
      const joined = claim.generation();
      try {
        await send(parts, joined);
      } catch (error) {
        log.warn({ group, reason: errorMessage(error) }, "batch not committed; it will be redelivered");
        waiting = [];
        if (claim.generation() === joined) claim.lose(error);
      }
    }
  }

  function start(): void {
    sending ??= sendAll().finally(() => {
      sending = undefined;
      // Between the last look at what waits and this moment there may have come more.
      if (waiting.length > 0) start();
    });
  }

  return {
    add: (parts) => {
      waiting.push(...parts);
      start();
    },
    done: async () => {
      while (sending !== undefined) await sending;
    },
    forget: () => {
      waiting = [];
    },
  };
}
