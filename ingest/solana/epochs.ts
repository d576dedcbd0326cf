/** Epochs by the node's schedule, their leaders, and the start of Alpenglow, each requested once. */
import type { EpochSchedule } from "@solana/web3.js";
import { elementAt } from "../../lib/elementAt.ts";
import type { SolanaClient } from "./api/client.ts";
import type { Leaders } from "./api/leaders.ts";
import type { EpochRange } from "./slots.ts";

export type Epochs = ReturnType<typeof createEpochs>;

const epochsKept = 4;

export function createEpochs(
  client: Pick<SolanaClient, "leaders" | "alpenglowSlot">,
  schedule: Pick<EpochSchedule, "getEpoch" | "getFirstSlotInEpoch" | "getLastSlotInEpoch">,
) {
  const leaders = new Map<number, Promise<Leaders | undefined>>();
  let alpenglow: number | undefined;

  const rangeOf = (epoch: number): EpochRange => ({
    epoch,
    first_slot: schedule.getFirstSlotInEpoch(epoch),
    last_slot: schedule.getLastSlotInEpoch(epoch),
  });

  /** The epochs of a range of slots. */
  function rangesOf(from: number, to: number): EpochRange[] {
    const ranges: EpochRange[] = [];
    for (let epoch = schedule.getEpoch(from); epoch <= schedule.getEpoch(to); epoch += 1)
      ranges.push(rangeOf(epoch));
    return ranges;
  }

  async function leadersOfEpoch(range: EpochRange, signal: AbortSignal): Promise<Leaders | undefined> {
    const cached = leaders.get(range.epoch);
    if (cached !== undefined) return await cached;
    const pending = client.leaders(range, signal);
    leaders.set(range.epoch, pending);
    // Leaders that failed to load, or that no node knows yet, are requested again.
    void pending.then(
      (result) => result ?? leaders.delete(range.epoch),
      () => leaders.delete(range.epoch),
    );
    for (const epoch of leaders.keys()) if (leaders.size > epochsKept) leaders.delete(epoch);
    return await pending;
  }

  return {
    epochOf: (slot: number): number => schedule.getEpoch(slot),
    lastSlotOf: (epoch: number): number => schedule.getLastSlotInEpoch(epoch),
    rangesOf,

    /** The leader of each slot of the run. */
    leadersOf: async (from: number, to: number, signal: AbortSignal) => {
      const ranges = rangesOf(from, to);
      const epochs = await Promise.all(ranges.map((range) => leadersOfEpoch(range, signal)));
      return (slot: number): string | undefined => {
        const place = ranges.findIndex(
          ({ first_slot, last_slot }) => slot >= first_slot && slot <= last_slot,
        );
        const own = epochs[place];
        return own?.identities[elementAt(own.of, slot - (ranges[place]?.first_slot ?? 0))];
      };
    },

    /** Requested until it is set; it never changes. */
    alpenglowSlot: async (signal: AbortSignal): Promise<number | null | undefined> => {
      if (alpenglow !== undefined) return alpenglow;
      const slot = await client.alpenglowSlot(signal);
      if (typeof slot === "number") alpenglow = slot;
      return slot;
    },
  };
}
