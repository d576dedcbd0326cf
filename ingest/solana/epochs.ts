/** Epochs by the node's schedule, their leaders, and where Alpenglow begins: asked for once. */
import type { EpochSchedule } from "@solana/web3.js";
import type { Leaders, SolanaClient } from "./api/client.ts";
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

  /** The epochs of a run of slots. */
  function rangesOf(from: number, to: number): EpochRange[] {
    const ranges: EpochRange[] = [];
    for (let epoch = schedule.getEpoch(from); epoch <= schedule.getEpoch(to); epoch += 1)
      ranges.push(rangeOf(epoch));
    return ranges;
  }

  async function leadersOfEpoch(range: EpochRange, signal: AbortSignal): Promise<Leaders | undefined> {
    const known = leaders.get(range.epoch);
    if (known !== undefined) return await known;
    const asked = client.leaders(range, signal);
    leaders.set(range.epoch, asked);
    // One that failed, or that nobody knows now, is asked for again.
    void asked.then(
      (found) => found ?? leaders.delete(range.epoch),
      () => leaders.delete(range.epoch),
    );
    for (const epoch of leaders.keys()) if (leaders.size > epochsKept) leaders.delete(epoch);
    return await asked;
  }

  return {
    epochOf: (slot: number): number => schedule.getEpoch(slot),
    lastSlotOf: (epoch: number): number => schedule.getLastSlotInEpoch(epoch),
    rangesOf,

    /** Who leads a slot of the run. */
    leadersOf: async (from: number, to: number, signal: AbortSignal) => {
      const ranges = rangesOf(from, to);
      const found = await Promise.all(ranges.map((range) => leadersOfEpoch(range, signal)));
      return (slot: number): string | undefined => {
        const place = ranges.findIndex(
          ({ first_slot, last_slot }) => slot >= first_slot && slot <= last_slot,
        );
        const own = found[place];
        return own?.identities[own.of[slot - (ranges[place]?.first_slot ?? 0)] as number];
      };
    },

    /** It doesn't change once it is there. */
    alpenglowSlot: async (signal: AbortSignal): Promise<number | null | undefined> => {
      if (alpenglow !== undefined) return alpenglow;
      const found = await client.alpenglowSlot(signal);
      if (typeof found === "number") alpenglow = found;
      return found;
    },
  };
}
