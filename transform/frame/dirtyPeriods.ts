/**
 * Records of periods (a day, an era, an epoch) are functions of the tables' rows of the period. A fact marks the
 * periods that it affects; each is recomputed as a whole, one after the other, because a single one uses every core. A
 * running period is recomputed repeatedly, so its recomputation may take a tenth of the time: after a run, the next one
 * pauses, regardless of the number of periods. While facts arrive faster than a period is recomputed, as in a backfill,
 * a large one may take only a 500th, because all of it is rewritten, mostly in vain. The chain decides which periods a
 * fact affects and how to compute one; it also finds outdated periods after a crash.
 */

/** After a run, the pause is this many times the longest recomputation in it. */
const restFactor = 9;
const busyRestFactor = 499;
/** A longer recomputation has written about a million rows. */
const longMs = 1_000;
/** Time without facts after which the source has caught up. */
const quietMs = 20_000;
/** Facts of one batch mark several periods at once. */
const atOnceMs = 200;
/** Batches further apart come from the head of a chain with short epochs, or from a node that a backfill waits for. */
const slowMs = 4_000;
/** Weight of the newest time between two batches in their mean. */
const newestShare = 0.3;

export type DirtyPeriods<Period> = {
  mark(period: Period): void;
  /** Whether running periods should wait, because facts are arriving. */
  isResting(): boolean;
  /** Whether no fact has arrived for a while, and the pause after the last run is over. */
  isQuiet(): boolean;
  isMarked(period: Period): boolean;
  /**
   * Recomputes the marked periods that are due, in the order in which they were marked. One that fails stays marked.
   */
  run(isDue: (period: Period) => boolean | Promise<boolean>): Promise<void>;
  /** Recomputes everything that is marked, or, for "due", nothing during a pause. */
  settle(scope: "due" | "all"): Promise<void>;
};

export function createDirtyPeriods<Period>({
  keyOf,
  make,
  rankOf = () => 0,
}: {
  keyOf: (period: Period) => string;
  /** Lower ranks come first; within a rank, periods marked earlier. */
  rankOf?: (period: Period) => number;
  /** Computes a period's records from the tables, and replaces them. */
  make: (period: Period) => Promise<void>;
}): DirtyPeriods<Period> {
  const dirty = new Map<string, Period>();
  let markedAt = 0;
  const restUntil = { quiet: 0, busy: 0 };
  let lastLongest = 0;
  /** Mean time between two batches of facts; 0: unknown. */
  let batchMs = 0;
  /**
   * A network with epochs of a few seconds is never quiet, and one whose facts arrive more slowly than a period is
   * recomputed is never busy.
   */
  const isSlow = () => batchMs >= Math.max(slowMs, lastLongest);
  const isResting = () => performance.now() < (isSlow() ? restUntil.quiet : restUntil.busy);
  const isQuiet = () => performance.now() >= Math.max(restUntil.quiet, isSlow() ? 0 : markedAt + quietMs);

  function notePace(now: number): void {
    const passed = markedAt === 0 ? 0 : now - markedAt;
    markedAt = now;
    if (passed < atOnceMs) return;
    batchMs = batchMs === 0 ? passed : newestShare * passed + (1 - newestShare) * batchMs;
  }

  async function run(isDue: (period: Period) => boolean | Promise<boolean>): Promise<void> {
    const due: [string, Period][] = [];
    for (const [key, period] of dirty) if (await isDue(period)) due.push([key, period]);
    due.sort(([, one], [, other]) => rankOf(one) - rankOf(other));
    let longest = 0;
    for (const [key, period] of due) {
      const started = performance.now();
      // A period that is marked while it is recomputed is recomputed again.
      dirty.delete(key);
      try {
        await make(period);
      } catch (error) {
        dirty.set(key, period);
        throw error;
      }
      longest = Math.max(longest, performance.now() - started);
    }
    if (due.length === 0) return;
    const ended = performance.now();
    lastLongest = longest;
    restUntil.quiet = ended + restFactor * longest;
    restUntil.busy = ended + (longest < longMs ? restFactor : busyRestFactor) * longest;
  }

  return {
    mark: (period) => {
      notePace(performance.now());
      dirty.set(keyOf(period), period);
    },
    isMarked: (period) => dirty.has(keyOf(period)),
    isResting,
    isQuiet,
    run,
    settle: async (scope) => {
      if (scope === "all" || !isResting() || isQuiet()) await run(() => true);
    },
  };
}
