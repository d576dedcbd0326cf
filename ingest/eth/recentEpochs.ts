/** What the last epochs of a run were prepared from, for the ones behind them: these are fetched side by side. */
import type { RewardedEpoch } from "./nodeRewards.ts";

type Entry = {
  promise: Promise<RewardedEpoch | undefined>;
  settle: (own: RewardedEpoch | undefined) => void;
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
    const entry = { promise, settle };
    entries.set(epoch, entry);
    for (const [oldest, old] of entries) {
      if (entries.size <= keptEpochs) break;
      old.settle(undefined);
      entries.delete(oldest);
    }
    return entry;
  }

  return {
    /** Says that an epoch is being prepared. */
    begin: (epoch: number) => void entryOf(epoch),
    resolve: (epoch: number, own: RewardedEpoch) => entryOf(epoch).settle(own),
    /** Who waits for it goes on without; the next attempt is another one. */
    fail: (epoch: number) => {
      entries.get(epoch)?.settle(undefined);
      entries.delete(epoch);
    },
    /** Once: what it was prepared from is large. undefined: this run did not prepare it, or in vain. */
    take: async (epoch: number) => {
      const found = await entries.get(epoch)?.promise;
      entries.delete(epoch);
      return found;
    },
  };
}
