/** What a relay says it delivered in each epoch. */
import type { RelayPayloadsMessage } from "../../../schemas/eth/besideEvents.ts";
import { createEpochSource, type EpochSource, type EpochSourceOptions } from "../epochSource.ts";
import type { Deliveries } from "./deliveries.ts";

export type EpochReader = (epoch: number, signal: AbortSignal) => Promise<RelayPayloadsMessage>;

/** Reads epochs of one relay. */
export function createEpochReader(
  deliveries: Deliveries,
  { network, relay, slotsPerEpoch }: { network: string; relay: string; slotsPerEpoch: number },
): EpochReader {
  return async (epoch, signal) => {
    const first = epoch * slotsPerEpoch;
    const payloads = await deliveries.between(first, first + slotsPerEpoch - 1, signal);
    return { type: "relay_payloads", network, epoch, relay, payloads };
  };
}

export function createEpochRelay(
  read: EpochReader,
  { relay, ...options }: Omit<EpochSourceOptions, "what" | "read"> & { relay: string },
): EpochSource {
  return createEpochSource({
    ...options,
    what: `payloads of the relay ${relay}`,
    read: async function* ({ epoch }, signal) {
      yield await read(epoch, signal);
    },
  });
}
