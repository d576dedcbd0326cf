import { describe, expect, it } from "vitest";
import { SourceError } from "../../lib/errors.ts";
import type { SubstrateChain } from "./api/chain.ts";
import { createEraClock } from "./clock.ts";

const dayMs = 86_400_000;
/** Blocks of an era. */
const eraBlocks = 1_000;

type Shape = { head: number; from: number; until: number; prunedBelow?: number };

/** A chain whose eras have a thousand blocks of a minute each. */
function chainOf({ head, from, until, prunedBelow = 0 }: Shape) {
  let calls = 0;
  const value = (key: string, block: number) => {
    if (key.startsWith("0xf0c3")) {
      const time = Buffer.alloc(8);
      time.writeBigUInt64LE(BigInt(dayMs + block * 60_000));
      return time;
    }
    if (block < from || block > until) return undefined;
    const era = Buffer.alloc(5);
    era.writeUInt32LE(Math.floor(block / eraBlocks));
    return era;
  };
  const chain = {
    finalized: async () => ({ number: head, hash: `0x${head}` }),
    hashAt: async (block: number) => `0x${block}`,
    storage: async (key: string, hash: string) => {
      calls += 1;
      const block = Number(hash.slice(2));
      if (block < prunedBelow)
        throw new SourceError("state already discarded", { code: "pruned", retryable: false });
      return value(key, block);
    },
  };
  return { clock: createEraClock(chain as unknown as SubstrateChain), calls: () => calls };
}

describe("the clock of eras", () => {
  it("finds where each era ends, in fewer steps the more it has seen", async () => {
    const { clock, calls } = chainOf({ head: 1_234_567, from: 1, until: 2_000_000 });
    for (const era of [0, 600, 601, 1_233])
      expect(await clock.firstAfter(era)).toEqual({ block: (era + 1) * eraBlocks });
    const before = calls();
    await clock.firstAfter(602);
    expect(calls() - before).toBeLessThan(15);
    await expect(clock.firstAfter(1_234)).rejects.toMatchObject({ code: "not_yet" });
  });

  it("finds the last era of a chain that staking has left long ago", async () => {
    const { clock } = chainOf({ head: 5_000_000, from: 100, until: 1_300_123 });
    expect(await clock.newest()).toMatchObject({ era: 1_300 });
    expect(await clock.firstAfter(1_299)).toEqual({ block: 1_300_000 });
  });

  it("says where knowledge begins, for want of staking or of state", async () => {
    const late = chainOf({ head: 50_000, from: 20_500, until: 60_000 }).clock;
    expect(await late.firstAfter(19)).toEqual({ begins: { era: 20, block: 20_500, isPruned: false } });
    expect(await late.firstAfter(20)).toEqual({ block: 21_000 });
    const pruned = chainOf({ head: 50_000, from: 1, until: 60_000, prunedBelow: 40_100 }).clock;
    expect(await pruned.firstAfter(39)).toEqual({ begins: { era: 40, block: 40_100, isPruned: true } });
    expect(await pruned.firstAfter(40)).toEqual({ block: 41_000 });
  });

  it("knows the era at the last block before a moment", async () => {
    const { clock } = chainOf({ head: 50_000, from: 20_500, until: 60_000 });
    const at = (block: number) => dayMs + block * 60_000;
    expect(await clock.eraBefore(at(30_000))).toBe(29);
    expect(await clock.eraBefore(at(30_000) + 1)).toBe(30);
    expect(await clock.eraBefore(at(10_000))).toBeUndefined();
    expect(await clock.eraBefore(at(99_000))).toBe(50);
  });

  it("reports that no block has staking", async () => {
    const { clock } = chainOf({ head: 50, from: 60, until: 70 });
    expect(await clock.newest()).toBeUndefined();
    await expect(clock.beginning()).rejects.toMatchObject({ code: "pruned" });
  });
});
