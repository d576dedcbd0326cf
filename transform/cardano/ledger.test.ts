import { describe, expect, it } from "vitest";
import {
  type EpochLedger,
  maxPool,
  type PoolLedger,
  poolRewards,
  ratio,
  rational,
  rewardPot,
} from "./ledger.ts";

const epoch: EpochLedger = {
  blocks: 21_600n,
  slots: 432_000n,
  activeSlotCoefficient: rational("0.05"),
  decentralisation: rational("0"),
  monetaryExpansion: rational("0.003"),
  treasuryGrowth: rational("0.2"),
  influence: rational("0.3"),
  optimalPoolCount: 500n,
  fees: 0n,
  reserves: 9_000_000_000_000_000n,
  maxSupply: 45_000_000_000_000_000n,
  activeStake: 21_600_000_000_000_000n,
};
const pool: PoolLedger = {
  blocks: 39n,
  stake: 40_000_000_000_000n,
  ownerStake: 1_000_000_000_000n,
  pledge: 1_000_000_000_000n,
  margin: rational("0.02"),
  fixedCost: 170_000_000n,
};
const pot = 9_000_000_000_000n;
const memberOf = (stake: bigint, { numerator, denominator }: { numerator: bigint; denominator: bigint }) =>
  (stake * numerator) / denominator;

describe("rewards of a pool", () => {
  it("are those of the golden vector", () => {
    const rewards = poolRewards(pot, epoch, pool);
    expect(rewards).toMatchObject({ max: 7_724_002_849n, pool: 7_530_902_777n, leader: 497_560_173n });
    expect(memberOf(5_000_000_000_000n, rewards.memberShare)).toBe(901_710_590n);
    // Fees of Koios, without the owners' share.
    const fees = 170_000_000n + ((rewards.pool - 170_000_000n) * 2n + 50n) / 100n;
    expect([fees, rewards.leader - fees]).toEqual([317_218_056n, 180_342_117n]);
  });

  it("are none when the pledge is not met, however many blocks", () => {
    expect(poolRewards(pot, epoch, { ...pool, ownerStake: pool.pledge - 1n })).toMatchObject({
      max: 0n,
      pool: 0n,
      leader: 0n,
      memberShare: ratio(0n, 1n),
    });
  });

  it("go to the leader alone up to the fixed cost", () => {
    const rewards = poolRewards(pot, epoch, { ...pool, blocks: 1n, fixedCost: 340_000_000n });
    expect(rewards.leader).toBe(rewards.pool);
    expect(rewards.memberShare.numerator).toBe(0n);
  });

  it("grow no more beyond saturation", () => {
    const saturated = (epoch.maxSupply - epoch.reserves) / 500n;
    const at = (stake: bigint) => maxPool(pot, epoch, { stake, pledge: 0n });
    expect(at(saturated * 2n)).toBe(at(saturated));
    expect(at(saturated - 1_000_000_000n)).toBeLessThan(at(saturated));
  });

  it("are never negative, even if an instance returns wrong values", () => {
    const odd = { ...epoch, reserves: epoch.maxSupply + 1n, treasuryGrowth: rational("2") };
    expect(rewardPot({ ...odd, decentralisation: rational("1.5") })).toBe(0n);
    expect(poolRewards(pot, odd, pool)).toMatchObject({ max: 0n, pool: 0n, leader: 0n });
    const greedy = poolRewards(pot, epoch, { ...pool, margin: rational("1.5") });
    expect(greedy).toMatchObject({ leader: greedy.pool, memberShare: { numerator: 0n } });
  });

  it("never exceed the pool's reward, and miss at most a lovelace for each part", () => {
    const rewards = poolRewards(pot, epoch, pool);
    const stakes = [7n, 1_000_000_007n, 12_345_678_901_234n];
    const rest = pool.stake - pool.ownerStake - stakes.reduce((a, b) => a + b);
    const paid = [...stakes, rest].reduce(
      (sum, stake) => sum + memberOf(stake, rewards.memberShare),
      rewards.leader,
    );
    expect(rewards.pool - paid).toBeGreaterThanOrEqual(0n);
    expect(rewards.pool - paid).toBeLessThanOrEqual(5n);
  });
});

describe("the pot", () => {
  it("takes the share of the reserves and the fees, less that of the treasury", () => {
    expect(rewardPot({ ...epoch, fees: 5n })).toBe(27_000_000_000_005n - 5_400_000_000_001n);
  });

  it("shrinks with missing blocks, and grows with no more than expected", () => {
    expect(rewardPot({ ...epoch, blocks: 10_800n })).toBe(10_800_000_000_000n);
    expect(rewardPot({ ...epoch, blocks: 30_000n })).toBe(rewardPot(epoch));
  });

  it("counts the blocks of pools alone while others make some, and all of them when most do", () => {
    const half = { ...epoch, decentralisation: rational("0.5"), blocks: 10_800n };
    expect(rewardPot(half)).toBe(rewardPot(epoch));
    expect(rewardPot({ ...half, decentralisation: rational("0.8"), blocks: 1n })).toBe(rewardPot(epoch));
  });
});
