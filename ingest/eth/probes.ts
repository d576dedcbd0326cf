/** What a listener needs of a beacon node, probed on an old and a new epoch. */
import { offered, type Probe } from "../node/probes.ts";
import type { BeaconClient } from "./api/beacon.ts";
import { type EthChain, forkAt, isForkFrom } from "./spec.ts";

/** @param finalized the node's checkpoint */
export function beaconProbes(
  client: BeaconClient,
  chain: EthChain,
  finalized: { epoch: number; root: string },
  signal: AbortSignal,
): Probe[] {
  const slotOf = (epoch: number) => epoch * chain.slotsPerEpoch;
  const of = (epoch: number, name: string) => `epoch ${epoch}, ${name}`;
  const requireOffered = async <Value>(what: string, request: Promise<Value | null | undefined>) =>
    offered(what, await request);
  const { epoch } = finalized;
  const newest = of(epoch, "the last finalized one");
  const states = (at: number) => client.validatorsById(slotOf(at), ["0"], signal);
  const probes: Probe[] = [
    {
      ...{ call: "blocks", on: newest, isRequired: true },
      without: "Nothing can be read without blocks",
      run: async () => {
        const { value: header } = await client.header(finalized.root, signal);
        // The anchor of a checkpoint sync, and genesis, have a root, but not every node has their block.
        if (header === undefined || header.slot === 0) return;
        await client.block(header.root, forkAt(chain, Math.floor(header.slot / chain.slotsPerEpoch)), signal);
      },
    },
    {
      ...{ call: "states", on: newest, isRequired: false },
      without: "Epochs can't be read from this node alone",
      run: () => states(epoch),
    },
    {
      ...{ call: "states", on: of(Math.floor(epoch / 2), "an old one"), isRequired: false, isHistory: true },
      without: "A backfill needs an archive node",
      run: () => states(Math.floor(epoch / 2)),
    },
    {
      ...{ call: "validator_balances", on: newest, isRequired: false },
      without: "The whole registry is read in every epoch, and balances of a day's end stay unknown",
      run: () => requireOffered("balances", client.balancesOf(slotOf(epoch), [0], signal)),
    },
  ];
  if (!isForkFrom(forkAt(chain, epoch), "electra")) return probes;
  return [
    ...probes,
    {
      ...{ call: "pending_deposits", on: newest, isRequired: false },
      without: "The queue of deposits stays unknown",
      run: () => requireOffered("them", client.pendingDeposits(slotOf(epoch), signal)),
    },
    {
      ...{ call: "pending_consolidations", on: newest, isRequired: false },
      without: "Consolidations stay unknown",
      run: () => requireOffered("them", client.pendingConsolidations(slotOf(epoch), signal)),
    },
  ];
}
