/** A relay's deliveries in each epoch. */
import type { RelayPayloadsMessage } from "../../../schemas/eth/auxiliaryEvents.ts";
import { createEpochSource, type EpochSource, type EpochSourceOptions } from "../epochSource.ts";
import type { Deliveries } from "./deliveries.ts";

export type EpochReader = (epoch: number, signal: AbortSignal) => Promise<RelayPayloadsMessage>;

/**
 * Reads epochs of one relay.
 * @param names the relay's, and those of all requested relays: a block that none of some delivered may be another's
 */
export function createEpochReader(
  deliveries: Deliveries,
  {
    network,
    relay,
    requestedRelays,
    slotsPerEpoch,
  }: { network: string; relay: string; requestedRelays: readonly string[]; slotsPerEpoch: number },
): EpochReader {
  return async (epoch, signal) => {
    const first = epoch * slotsPerEpoch;
    const payloads = await deliveries.between(first, first + slotsPerEpoch - 1, signal);
    const requested_relays = [...requestedRelays];
    return { type: "relay_payloads", network, epoch, relay, payloads, requested_relays };
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
