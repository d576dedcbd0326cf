import { describe, expect, it } from "vitest";
import { minRateAt, rewardOf, split } from "./reward.ts";

const day = 86_400;
const avax = 1_000_000_000n;

describe("the minimum rate", () => {
  const helicon = 1_790_089_200;

  it("falls for ninety days from Helicon on", () => {
    expect(minRateAt(helicon - 1, helicon)).toBe(100_000n);
    expect(minRateAt(helicon, helicon)).toBe(100_000n);
    expect(minRateAt(helicon + 312, helicon)).toBe(99_999n);
    expect(minRateAt(helicon + 45 * day, helicon)).toBe(87_500n);
    expect(minRateAt(helicon + 90 * day - 1, helicon)).toBe(75_001n);
    expect(minRateAt(helicon + 90 * day, helicon)).toBe(75_000n);
    expect(minRateAt(helicon + 900 * day, helicon)).toBe(75_000n);
  });

  it("stays where there is no Helicon", () => {
    expect(minRateAt(helicon + 900 * day, null)).toBe(100_000n);
  });
});

describe("a reward", () => {
  it("of two weeks is as published", () => {
    const terms = { weight: 2_000n * avax, duration: 14 * day };
    expect(rewardOf({ ...terms, minRate: 100_000n }, 460_000_000n * avax)).toBe(4_369_176_042n);
    expect(rewardOf({ ...terms, minRate: 75_000n }, 460_000_000n * avax)).toBe(3_326_774_743n);
  });

  it("is never more than there may be", () => {
    const terms = { weight: 10n ** 30n, duration: 365 * day, minRate: 100_000n };
    expect(rewardOf(terms, 719_999_999n * avax)).toBe(avax);
    expect(rewardOf(terms, 720_000_000n * avax)).toBe(0n);
  });
});

/** Vectors of AvalancheGo's calculator_test.go: seconds, stake, supply, reward; amount, shares, their part. */
const rewards: [number, bigint, bigint, bigint][] = [
  [31_536_000, 1_000_000_000_000_000n, 360_000_000_000_000_000n, 120_000_000_000_000n],
  [31_536_000, 1_000_000_000_000_000n, 400_000_000_000_000_000n, 96_000_000_000_000n],
  [31_536_000, 2_000_000_000_000_000n, 400_000_000_000_000_000n, 192_000_000_000_000n],
  [31_536_000, 1_000_000_000_000_000n, 720_000_000_000_000_000n, 0n],
  [86_400, 1_000_000_000_000_000n, 360_000_000_000_000_000n, 274_122_724_713n],
  [86_400, 5_000_000n, 360_000_000_000_000_000n, 1_370n],
  [86_400, 1_000_000_000_000_000n, 400_000_000_000_000_000n, 219_298_179_771n],
  [86_400, 2_000_000_000_000_000n, 400_000_000_000_000_000n, 438_596_359_542n],
  [86_400, 1_000_000_000_000_000n, 720_000_000_000_000_000n, 0n],
];
const splits: [bigint, number, bigint][] = [
  [1_000n, 500_000, 500n],
  [1n, 1_000_000, 1n],
  [1n, 999_999, 1n],
  [1n, 1, 1n],
  [1n, 0, 0n],
  [9_223_374_036_974_675_809n, 2, 18_446_748_749_757n],
  [9_223_374_036_974_675_809n, 1_000_000, 9_223_374_036_974_675_809n],
  [9_223_372_036_855_275_808n, 999_998, 9_223_353_590_111_202_098n],
  [9_223_372_036_855_275_808n, 2, 18_446_744_349_518n],
];

describe("AvalancheGo's vectors", () => {
  it.each(rewards)("%i s of %i at a supply of %i", (duration, weight, supply, expected) => {
    expect(rewardOf({ duration, weight, minRate: 100_000n }, supply)).toBe(expected);
  });

  it.each(splits)("%i by %i", (amount, shares, expected) => {
    expect(split(amount, shares)).toEqual({ part: expected, rest: amount - expected });
  });
});
