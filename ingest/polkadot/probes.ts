/** What a listener needs of Asset Hub's nodes, probed on an old and a new block. */
import { z } from "zod";
import type { Probe } from "../node/probes.ts";
import type { Block, SubstrateChain } from "./api/chain.ts";

/** twox128("Timestamp") + twox128("Now"): every state has it. */
const anyStateKey = "0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb";
/** twox128("Staking"). */
const stakingPrefix = "0x5f3e4907f716ac89b6347d15ececedca";

export function polkadotProbes(chain: SubstrateChain, newest: Block, signal?: AbortSignal): Probe[] {
  const old = Math.floor(newest.number / 2);
  return [
    {
      ...{ call: "lists of storage", on: `block ${newest.number}, the newest`, isRequired: true },
      without: "Eras are read from the node's storage",
      run: async () => {
        const state = await chain.at(newest.hash);
        await state.request("state_getKeysPaged", [stakingPrefix, 1, stakingPrefix], z.array(z.string()));
        await state.request("state_queryStorageAt", [[anyStateKey]], z.array(z.unknown()));
      },
    },
    {
      ...{ call: "storage", on: `block ${old}, an old one`, isRequired: false, isHistory: true },
      without: "A backfill of older eras needs an archive node",
      run: async () => await chain.storage(anyStateKey, await chain.hashAt(old, signal), signal),
    },
  ];
}
