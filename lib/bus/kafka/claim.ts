/** Whether a batch may be committed; `error` is the handler's. */
export type Outcome = { kind: "commit" } | { kind: "lost" } | { kind: "failed"; error: unknown };

/** A worker's claim on its partitions, from one join of the group to the next. */
export type Claim = {
  /** How often this worker has joined the group. Work begun under another number must not be committed. */
  generation(): number;
  /** Why the client has to join again as soon as the batch in hand is settled. */
  interruption(): { reason: unknown } | undefined;
  /** The client has rejoined: batches in hand may belong to another worker now. */
  renew(): void;
  /** The group is about to rebalance; until then the claim holds. */
  interrupt(reason: unknown): void;
  /** The claim is gone: the batch in hand is in vain. */
  lose(reason: unknown): void;
  /** Everything is given back, and the client joins again. */
  clear(): void;
  /** Runs a batch's handler; its signal aborts when the claim is gone. */
  hold(run: (signal: AbortSignal) => Promise<void>): Promise<Outcome>;
};

export function createClaim(): Claim {
  let generation = 0;
  let interruption: { reason: unknown } | undefined;
  let inHand: AbortController | undefined;

  return {
    generation: () => generation,
    interruption: () => interruption,
    renew: () => {
      generation += 1;
      interruption = undefined;
      inHand?.abort(new Error("joined the group anew during a batch"));
    },
    interrupt: (reason) => {
      interruption = { reason };
    },
    lose: (reason) => {
      interruption = { reason };
      inHand?.abort(reason);
    },
    clear: () => {
      interruption = undefined;
    },
    hold: async (run) => {
      const joined = generation;
      const aborter = new AbortController();
      inHand = aborter;
      try {
        await run(aborter.signal);
      } catch (error) {
        return aborter.signal.aborted ? { kind: "lost" } : { kind: "failed", error };
      } finally {
        inHand = undefined;
      }
      return { kind: aborter.signal.aborted || generation !== joined ? "lost" : "commit" };
    },
  };
}
