/**
 * Where eras end: on Asset Hub, or, before staking moved there, on the relay chain. Both form one history, spliced at the
 * first era of Asset Hub.
 */
import { LRUCache } from "lru-cache";
import { SourceError } from "../../lib/errors.ts";
import type { EraSource } from "../../schemas/polkadot/events.ts";
import type { StateAt, SubstrateChain } from "./api/chain.ts";
import type { Beginning, EraClock } from "./clock.ts";
import { type EraPaid, readEraPaid } from "./decode.ts";

/** The block that paid an era. */
export type EraEnd = EraPaid & {
  era: number;
  source: EraSource;
  block: number;
  hash: string;
  timeMs: number;
};

/** Blocks of one of the chains, both included. */
export type EraBlocks = { source: EraSource; from: number; to: number };

export type ClockedChain = { chain: SubstrateChain; clock: EraClock };

export type Eras = {
  /** @throws SourceError `pruned` that names the first known era, `inconsistent` if no block paid it */
  end(era: number, signal?: AbortSignal): Promise<EraEnd>;
  /**
   * The blocks after the end of the previous era, up to its own end. In the era in which staking moved, those of the relay
   * chain before the move come first. @throws SourceError like `end`
   */
  blocks(era: number, signal?: AbortSignal): Promise<EraBlocks[]>;
  /** The era that was active at the last block before a time; undefined if unknown. */
  activeBefore(timeMs: number, signal?: AbortSignal): Promise<number | undefined>;
  /** Time of the last final block, milliseconds. */
  headTime(signal?: AbortSignal): Promise<number>;
  chainOf(source: EraSource): SubstrateChain;
};

/** Blocks around the change of the active era, in case a runtime pays an era a block earlier or later. */
const offsets = [0, -1, 1] as const;

function pruned(era: number, begins: Beginning, hasRelay: boolean): SourceError {
  const first = begins.era;
  const message =
    begins.isPruned || hasRelay
      ? `era ${era} was requested, but the nodes are pruned: the first complete era is ${first}. ` +
        `Use archive nodes, or --from ${first}.`
      : `era ${era} ended on the relay chain: staking moved to Asset Hub in era ${first}. ` +
        `Set POLKADOT_RELAY_URLS to archive nodes of the relay chain, or use --from ${first}.`;
  return new SourceError(message, { code: "pruned", retryable: false, meta: { first } });
}

export function createEras(
  assetHub: ClockedChain,
  openRelay: (() => Promise<ClockedChain>) | undefined,
): Eras {
  const ends = new LRUCache<number, Promise<EraEnd>>({ max: 1_000 });
  let relay: ClockedChain | undefined;

  async function relayChain(): Promise<ClockedChain | undefined> {
    relay ??= await openRelay?.();
    return relay;
  }

  async function locate(era: number, signal?: AbortSignal) {
    const located = await assetHub.clock.firstAfter(era, signal);
    if ("block" in located) return { source: "asset_hub", on: assetHub, block: located.block } as const;
    const before = await relayChain();
    const newest = await before?.clock.newest(signal);
    if (before === undefined || newest === undefined || newest.era <= era)
      throw pruned(era, located.begins, before !== undefined);
    const earlier = await before.clock.firstAfter(era, signal);
    if ("begins" in earlier) throw pruned(era, earlier.begins, true);
    return { source: "relay", on: before, block: earlier.block } as const;
  }

  async function find(era: number, signal?: AbortSignal): Promise<EraEnd> {
    const { source, on, block } = await locate(era, signal);
    for (const offset of offsets) {
      const number = block + offset;
      const hash = await on.chain.findHash(number, signal);
      if (hash === undefined) continue;
      const state: StateAt = await on.chain.at(hash);
      const paid = await readEraPaid(state, era);
      if (paid === undefined) continue;
      const timeMs = await on.clock.timeAt(hash, signal);
      return { ...paid, era, source, block: number, hash, timeMs };
    }
    throw new SourceError(`no block near ${block} of the ${source} has the payment of era ${era}`, {
      code: "inconsistent",
      meta: { era, block },
    });
  }

  async function endOf(era: number, signal?: AbortSignal): Promise<EraEnd> {
    const cached = ends.get(era);
    if (cached !== undefined) return await cached;
    const finding = find(era, signal);
    ends.set(era, finding);
    // After a failure the next call searches again.
    finding.catch(() => ends.delete(era));
    return await finding;
  }

  async function blocksOf(era: number, signal?: AbortSignal): Promise<EraBlocks[]> {
    const { source, block: to } = await endOf(era, signal);
    const before = era === 0 ? { source, block: 0 } : await endOf(era - 1, signal);
    if (before.source === source) return [{ source, from: before.block + 1, to }];
    const last = await relay?.clock.newest(signal);
    const { block: first } = await assetHub.clock.beginning(signal);
    return [
      { source: before.source, from: before.block + 1, to: last?.block ?? before.block },
      { source, from: first, to },
    ].filter(({ from, to: until }) => from <= until);
  }

  return {
    end: endOf,
    blocks: blocksOf,
    activeBefore: async (timeMs, signal) => {
      const activeEra = await assetHub.clock.eraBefore(timeMs, signal);
      if (activeEra !== undefined) return activeEra;
      const before = await relayChain();
      return await before?.clock.eraBefore(timeMs, signal);
    },
    headTime: async (signal) => {
      const { hash } = await assetHub.clock.head(signal);
      return await assetHub.clock.timeAt(hash, signal);
    },
    chainOf: (source) => {
      if (source === "asset_hub") return assetHub.chain;
      if (relay === undefined) throw new RangeError("no era of the relay chain is known yet");
      return relay.chain;
    },
  };
}
