/** What the last epochs of a run were prepared from, for the ones behind them: these are fetched side by side. */
import type { RewardedEpoch } from "./nodeRewards.ts";

type Entry = {
  promise: Promise<RewardedEpoch | undefined>;
  settle: (own: RewardedEpoch | undefined) => void;
  /** A unit that is tried again while an earlier attempt is still under way has several. */
  attempts: number;
  isKnown: boolean;
};

/** More than are fetched ahead. */
const keptEpochs = 64;

export function createRecentEpochs() {
  const entries = new Map<number, Entry>();

  function entryOf(epoch: number): Entry {
    const known = entries.get(epoch);
    if (known !== undefined) return known;
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
    /** Says that an attempt to prepare an epoch begins. */
    begin: (epoch: number) => {
      entryOf(epoch).attempts += 1;
    },
    resolve: (epoch: number, own: RewardedEpoch) => {
      const entry = entryOf(epoch);
      entry.isKnown = true;
      entry.settle(own);
    },
    /** An attempt has failed. When it was the last one, those that wait for the epoch go on without it. */
    fail: (epoch: number) => {
      const entry = entries.get(epoch);
      if (entry === undefined) return;
      entry.attempts -= 1;
      if (entry.attempts <= 0 && !entry.isKnown) forget(epoch);
    },
    /** As often as the next epoch is tried. undefined: this run did not prepare it, or in vain. */
    read: async (epoch: number) => await entries.get(epoch)?.promise,
    /** Nothing reads it any more: what it was prepared from is large. */
    forget,
  };
}
