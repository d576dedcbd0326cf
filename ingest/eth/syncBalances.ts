/** Balances of sync committee members that may have nothing left to be taken. */
import type { EpochMessage } from "../../schemas/eth/events.ts";
import type { BeaconClient } from "./api/beacon.ts";

/** Nodes take so many ids in a query (Beacon API). */
const idsMax = 64;

/**
 * Of the members that are withdrawable in an epoch, which has few or none: what they had before its first block, as the
 * state of the slot before tells; where no node has that one, what that block left them. Empty where no node tells either.
 * @param withdrawableEpoch by validator index
 */
export async function fetchSyncBalances(
  { client, epoch, firstSlot }: { client: BeaconClient; epoch: number; firstSlot: number },
  seats: Uint32Array | null,
  withdrawableEpoch: Float64Array,
  signal: AbortSignal,
): Promise<NonNullable<EpochMessage["sync_balances"]>> {
  const members = new Set(seats ?? []);
  const wanted = [...members].filter((index) => (withdrawableEpoch[index] ?? 2 ** 64) <= epoch);
  const found: NonNullable<EpochMessage["sync_balances"]> = [];
  for (let start = 0; start < wanted.length; start += idsMax) {
    const indices = wanted.slice(start, start + idsMax);
    for (const slot of [firstSlot - 1, firstSlot]) {
      const balances = slot < 0 ? null : await client.balancesOf(slot, indices, signal);
      if (balances === null) continue;
      for (const { index, balance } of balances)
        if (indices.includes(index)) found.push({ validator_index: index, slot, balance_gwei: balance });
      break;
    }
  }
  return found;
}
