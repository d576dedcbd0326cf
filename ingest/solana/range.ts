/** Which slots a UTC day means: by block time, never by arithmetic. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { heightsOfDay } from "../listener/range.ts";
import type { SolanaClient } from "./api/client.ts";

type Clock = Pick<SolanaClient, "blockTime" | "nextBlock" | "firstAvailableSlot" | "finalizedSlot">;

/**
 * The slots of a UTC day: skipped ones belong to the day of the block before them.
 * @throws ConfigError for days that the node doesn't keep or that haven't come
 */
export async function slotsOfDay(client: Clock, day: string, signal?: AbortSignal): Promise<HeightRange> {
  const [from, to] = await Promise.all([client.firstAvailableSlot(signal), client.finalizedSlot(signal)]);
  return await heightsOfDay(day, {
    ...{ unit: "block", bounds: { from, to }, origin: 0 },
    timeAt: async (slot) =>
      (await client.blockTime((await client.nextBlock(slot, signal)) ?? to, signal)) ?? 0,
    align: async (slot) => (await client.nextBlock(slot, signal)) ?? slot,
  });
}
