/**
 * Locates eras and times on a chain by bisection. Reads only raw storage: it needs no metadata, and the keys have not
 * changed since genesis.
 */
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { SubstrateChain } from "./api/chain.ts";

/** twox128("Staking") + twox128("ActiveEra"): { index: u32, start: Option<u64> }. */
const activeEraKey = "0x5f3e4907f716ac89b6347d15ececedca487df464e44a534ba6b0cbb32407b587";
/** twox128("Timestamp") + twox128("Now"): u64, milliseconds. */
const nowKey = "0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb";

/** A block's active era, "none" before staking existed, or "pruned". */
type Sample = number | "none" | "pruned";

/** The first block with a known era. */
export type Beginning = {
  /** Active at the first block with a known era. */
  era: number;
  block: number;
  /** Earlier state is pruned; otherwise there was no staking before. */
  isPruned: boolean;
};

export type EraClock = {
  /** The last final block, with its active era; undefined without staking. */
  head(signal?: AbortSignal): Promise<{ number: number; hash: string; era: number | undefined }>;
  /** A final block with the newest era, the last one if staking has left the chain; undefined if none is known. */
  newest(signal?: AbortSignal): Promise<{ block: number; era: number } | undefined>;
  /**
   * The first block after which a later era is active, or the first known era, if that is later.
   * @throws SourceError `not_yet` if no later era is known
   */
  firstAfter(era: number, signal?: AbortSignal): Promise<{ block: number } | { begins: Beginning }>;
  /** The era that was active at the last block before a time; undefined if that block's era is unknown. */
  eraBefore(timeMs: number, signal?: AbortSignal): Promise<number | undefined>;
  /** The first block with a known era. @throws SourceError `pruned` if there is none */
  beginning(signal?: AbortSignal): Promise<Beginning>;
  /** Milliseconds since 1970. @throws SourceError */
  timeAt(blockHash: string, signal?: AbortSignal): Promise<number>;
};

/** The first block in (low, high] with a lasting property; `high` has it, `low` doesn't. */
async function halve(low: number, high: number, has: (block: number) => Promise<boolean>): Promise<number> {
  let bounds = { low, high };
  while (bounds.high - bounds.low > 1) {
    const middle = Math.floor((bounds.low + bounds.high) / 2);
    bounds = (await has(middle)) ? { ...bounds, high: middle } : { ...bounds, low: middle };
  }
  return bounds.high;
}

export function createEraClock(chain: SubstrateChain): EraClock {
  /** By era, the first and the last final block that was seen in it. */
  const seen = new Map<number, { first: number; last: number }>();
  let newestSeen: { block: number; era: number } | undefined;
  /** A head without staking, and the last block with it. */
  let leftBefore: number | undefined;
  let lastSeen: { block: number; era: number } | undefined;
  let begins: Beginning | undefined;

  function note(block: number, era: number): void {
    const { first, last } = seen.get(era) ?? { first: block, last: block };
    seen.set(era, { first: Math.min(first, block), last: Math.max(last, block) });
    if (newestSeen === undefined || block > newestSeen.block) newestSeen = { block, era };
  }

  async function eraAt(hash: string, signal?: AbortSignal): Promise<number | undefined> {
    const value = await chain.storage(activeEraKey, hash, signal);
    return value === undefined || value.length < 4 ? undefined : value.readUInt32LE(0);
  }

  async function timeAt(hash: string, signal?: AbortSignal): Promise<number> {
    const value = await chain.storage(nowKey, hash, signal);
    if (value?.length !== 8) throw new SourceError(`block ${hash} has no time`, { code: "bad_answer" });
    return Number(value.readBigUInt64LE(0));
  }

  async function sampleAt(block: number, signal?: AbortSignal): Promise<Sample> {
    const hash = await chain.hashAt(block, signal);
    try {
      const era = await eraAt(hash, signal);
      if (era === undefined) return "none";
      note(block, era);
      return era;
    } catch (error) {
      if (isErrorOfKind(error, "source") && error.code === "pruned") return "pruned";
      throw error;
    }
  }

  async function head(signal?: AbortSignal) {
    const { number, hash } = await chain.finalized(signal);
    const era = await eraAt(hash, signal);
    if (era !== undefined) note(number, era);
    leftBefore = era === undefined ? number : undefined;
    return { number, hash, era };
  }

  /** If staking has left the chain, searches backwards in growing steps, and then for its last block. */
  async function lastBefore(head: number, signal?: AbortSignal) {
    let without = head;
    let within: number | undefined;
    for (let back = 1; within === undefined && without > 1; back *= 2) {
      const block = Math.max(1, head - back);
      const sample = await sampleAt(block, signal);
      if (sample === "pruned") return undefined;
      if (sample === "none") without = block;
      else within = block;
    }
    if (within === undefined) return undefined;
    await halve(within, without, async (one) => typeof (await sampleAt(one, signal)) !== "number");
    return newestSeen;
  }

  async function newest(signal?: AbortSignal): Promise<{ block: number; era: number } | undefined> {
    if (newestSeen === undefined) await head(signal);
    if (leftBefore === undefined) return newestSeen;
    lastSeen ??= await lastBefore(leftBefore, signal);
    return lastSeen;
  }

  async function beginning(signal?: AbortSignal): Promise<Beginning> {
    if (begins !== undefined) return begins;
    const newestEra = await newest(signal);
    if (newestEra === undefined)
      throw new SourceError("no block of the chain has staking events", { code: "pruned", retryable: false });
    const earliest = Math.min(...[...seen.values()].map(({ first }) => first));
    const block = await halve(0, earliest, async (one) => typeof (await sampleAt(one, signal)) === "number");
    const isPruned = block > 1 && (await sampleAt(block - 1, signal)) === "pruned";
    const era = await sampleAt(block, signal);
    if (typeof era !== "number")
      throw new SourceError(`block ${block} had an era before and has none now`, { code: "inconsistent" });
    // As nodes prune state, the first known era moves.
    if (!isPruned) begins = { era, block, isPruned };
    return { era, block, isPruned };
  }

  async function firstAfter(era: number, signal?: AbortSignal) {
    const newestEra = await newest(signal);
    if (newestEra === undefined || newestEra.era <= era)
      throw new SourceError(`era ${era} has not ended on this chain`, { code: "not_yet" });
    let [low, high] = [0, newestEra.block];
    for (const [one, { first, last }] of seen) {
      if (one > era) high = Math.min(high, first);
      else low = Math.max(low, last);
    }
    const block = await halve(low, high, async (middle) => {
      const sample = await sampleAt(middle, signal);
      return typeof sample === "number" && sample > era;
    });
    const isKnownBefore = [...seen].some(([one, { last }]) => one <= era && last === block - 1);
    return isKnownBefore ? { block } : { begins: await beginning(signal) };
  }

  async function eraBefore(timeMs: number, signal?: AbortSignal): Promise<number | undefined> {
    const { number, hash } = await head(signal);
    const isFrom = async (block: number) => {
      try {
        return (await timeAt(await chain.hashAt(block, signal), signal)) >= timeMs;
      } catch (error) {
        if (isErrorOfKind(error, "source") && error.code === "pruned") return false;
        throw error;
      }
    };
    const isLater = (await timeAt(hash, signal)) >= timeMs;
    const last = (isLater ? await halve(0, number, isFrom) : number + 1) - 1;
    const sample = last < 1 ? "none" : await sampleAt(last, signal);
    return typeof sample === "number" ? sample : undefined;
  }

  return { head, newest, firstAfter, eraBefore, beginning, timeAt };
}
