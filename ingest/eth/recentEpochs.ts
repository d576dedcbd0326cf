/** The inputs of a run's last epochs, for the following ones: these are fetched concurrently. */
import type { RewardedEpoch } from "./nodeRewards.ts";

type Entry = {
  promise: Promise<RewardedEpoch | undefined>;
  settle: (own: RewardedEpoch | undefined) => void;
  /** A unit that is retried while an earlier attempt is still under way has several. */
  attempts: number;
  isKnown: boolean;
};

/** More epochs than are prefetched. */
const keptEpochs = 64;

export function createRecentEpochs() {
  const entries = new Map<number, Entry>();

  function entryOf(epoch: number): Entry {
    const existing = entries.get(epoch);
    if (existing !== undefined) return existing;
    let settle: Entry["settle"] = () => undefined;
    const promise = new Promise<RewardedEpoch | undefined>((resolve) => {
      settle = resolve;
    });
    const entry = { promise, settle, attempts: 0, isKnown: false };
    entries.set(epoch, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= keptEpochs) break;
      forget(oldest);
    }
    return entry;
  }

  function forget(epoch: number): void {
    entries.get(epoch)?.settle(undefined);
    entries.delete(epoch);
  }

  return {
    /** Registers an attempt to prepare an epoch. */
    begin: (epoch: number) => {
      entryOf(epoch).attempts += 1;
    },
    resolve: (epoch: number, own: RewardedEpoch) => {
      const entry = entryOf(epoch);
      entry.isKnown = true;
      entry.settle(own);
    },
    /** Registers a failed attempt. After the last one, readers of the epoch go on without it. */
    fail: (epoch: number) => {
      const entry = entries.get(epoch);
      if (entry === undefined) return;
      entry.attempts -= 1;
      if (entry.attempts <= 0 && !entry.isKnown) forget(epoch);
    },
    /** May be read once per attempt of the next epoch. undefined: this run did not prepare it, or failed to. */
    read: async (epoch: number) => await entries.get(epoch)?.promise,
    /** Frees the inputs, which are large, when nothing reads them any more. */
    forget,
  };
}
