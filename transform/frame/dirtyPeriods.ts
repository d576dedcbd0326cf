/**
 * Records of periods (a day, an era, an epoch) are functions of what the tables hold of the period. A fact marks the
 * periods that it touches; each is made again as a whole, one after the other, because one uses every core by itself.
 * A running period is made again and again, so that its making may take a tenth of the time: after a run the next one
 * rests, however many were made in it. While facts keep coming in, as in a backfill, a large one may take a 500th only,
 * since all of it is written again and most of that for nothing. Which periods a fact touches, and how one is made, is
 * the chain's; so is finding, after a crash, which periods are behind what is computed.
 */

/** A run rests this many times as long as the longest making in it took. */
const restFactor = 9;
const busyRestFactor = 499;
/** A longer one has written a million rows or so. */
const longMs = 1_000;
/**
 * No fact for so long, or for twice as long as a making took: whoever brings them has caught up. Epochs of a small network
 * last seconds, so that the time between two of them counts, too.
 */
const quietMs = 20_000;
const quietFactor = 2;

export type DirtyPeriods<Period> = {
  mark(period: Period): void;
  /** Whether periods that are still running had better wait, since facts are coming in. */
  isResting(): boolean;
  /** Whether no fact has come for a while since the last run, and what was made has rested. */
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
  /** The longest time between facts since the last run. */
  let silenceMs = 0;
  let neededSilenceMs = quietMs;
  let endedAt = 0;
  const restUntil = { quiet: 0, busy: 0 };
  const isResting = () => performance.now() < restUntil.busy;
  const isQuiet = () => {
    const now = performance.now();
    return now >= restUntil.quiet && Math.max(silenceMs, now - markedAt) >= neededSilenceMs;
  };

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
    silenceMs = 0;
    neededSilenceMs = Math.min(quietMs, Math.max(longMs, quietFactor * longest));
    endedAt = performance.now();
    restUntil.quiet = endedAt + restFactor * longest;
    restUntil.busy = endedAt + (longest < longMs ? restFactor : busyRestFactor) * longest;
  }

  return {
    mark: (period) => {
      const now = performance.now();
      // Neither the run itself nor the time before the first fact is silence.
      if (markedAt > 0) silenceMs = Math.max(silenceMs, now - Math.max(markedAt, endedAt));
      markedAt = now;
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
