/**
 * Records of periods (a day, an era, an epoch) are functions of what the tables hold of the period. A fact marks the
 * periods that it touches; each is made again as a whole, one after the other, because one uses every core by itself.
 * A running period is made again and again, so that its making may take a tenth of the time: after a run the next one
 * rests, however many were made in it. While facts keep coming in faster than one is made, as in a backfill, a large one may take a
 * 500th only, since all of it is written again and most of that for nothing. Which periods a fact touches, and how one is made, is
 * the chain's; so is finding, after a crash, which periods are behind what is computed.
 */

/** A run rests this many times as long as the longest making in it took. */
const restFactor = 9;
const busyRestFactor = 499;
/** A longer one has written a million rows or so. */
const longMs = 1_000;
/** No fact for so long: whoever brings them has caught up. */
const quietMs = 20_000;
/** Facts of one batch mark several periods at once. */
const atOnceMs = 200;
/** Batches further apart come from the head of a chain with short epochs, or from a node that a backfill waits for. */
const slowMs = 4_000;
/** What the newest time between two batches counts for in their mean. */
const newestShare = 0.3;

export type DirtyPeriods<Period> = {
  mark(period: Period): void;
  /** Whether periods that are still running had better wait, since facts are coming in. */
  isResting(): boolean;
  /** Whether no fact has come for a while, and what was made has rested. */
  isQuiet(): boolean;
  isMarked(period: Period): boolean;
  /** Makes the marked periods that are due, in the order in which they were marked. One that fails stays marked. */
  run(isDue: (period: Period) => boolean | Promise<boolean>): Promise<void>;
  /** Makes everything that is marked, or, for what is "due", nothing while it rests. */
  settle(scope: "due" | "all"): Promise<void>;
};

export function createDirtyPeriods<Period>({
  keyOf,
  make,
  rankOf = () => 0,
}: {
  keyOf: (period: Period) => string;
  /** What is made first has the lower rank; of equals what was marked first. */
  rankOf?: (period: Period) => number;
  /** Computes a period's records from the tables, and replaces them. */
  make: (period: Period) => Promise<void>;
}): DirtyPeriods<Period> {
  const dirty = new Map<string, Period>();
  let markedAt = 0;
  const restUntil = { quiet: 0, busy: 0 };
  let lastLongest = 0;
  /** Mean time between two batches of facts; 0: not known. */
  let batchMs = 0;
  /** A network with epochs of some seconds is never quiet, and none whose facts come slower than a period is made is busy. */
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
      // What is marked while it is made is made again.
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
