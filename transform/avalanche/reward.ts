/**
 * Rewards of stakes on the P-chain, in integers of nAVAX, seconds and millionths, by AvalancheGo's rules including
 * ACP-285.
 */
import { secondsPerDay } from "../../lib/days.ts";

/** Maximum supply, nAVAX. */
const supplyCap = 720_000_000n * 1_000_000_000n;
const mintingPeriod = 365n * BigInt(secondsPerDay);
const maxRate = 120_000n;
const million = 1_000_000n;
/** Maximum stake of a validator, restaked rewards included, in nAVAX. */
export const maxValidatorStake = 3_000_000n * 1_000_000_000n;

const rateBefore = 100_000n;
const rateAfter = 75_000n;
const rampSeconds = 90n * BigInt(secondsPerDay);
const uint64Max = 2n ** 64n - 1n;

/** Millionths of the minimum consumption rate for a stake that starts at a second. */
export function minRateAt(start: number, helicon: number | null): bigint {
  if (helicon === null || start < helicon) return rateBefore;
  const elapsed = BigInt(start - helicon);
  if (elapsed >= rampSeconds) return rateAfter;
  return rateBefore - ((rateBefore - rateAfter) * elapsed) / rampSeconds;
}

export type RewardTerms = { weight: bigint; duration: number; minRate: bigint };

/** The potential reward of a stake that starts at a supply. Nested floors equal a single floor. */
export function rewardOf({ weight, duration, minRate }: RewardTerms, supply: bigint): bigint {
  const remaining = supplyCap - supply;
  if (remaining <= 0n || supply <= 0n) return 0n;
  const seconds = BigInt(duration);
  const rate = (maxRate - minRate) * seconds + minRate * mintingPeriod;
  const reward = (remaining * rate * weight * seconds) / (mintingPeriod * million * supply * mintingPeriod);
  return reward < remaining ? reward : remaining;
}

/**
 * Shares of an amount, and what is left. Above 2^64 the chain divides first, because its product would not fit.
 * @param shares millionths
 */
export function split(amount: bigint, shares: number): { part: bigint; rest: bigint } {
  const left = million - BigInt(shares);
  const product = left * amount;
  const rest = product > uint64Max ? left * (amount / million) : product / million;
  return { part: amount - rest, rest };
}
