/** Inputs of all rewards: the active balance and its base reward. */
import type { EpochFacts } from "./facts.ts";
import { constant, type ForkRule, type Spec } from "./rules.ts";
import { seatIncrements } from "./seats.ts";

/** Base rewards in Gwei. `byIncrements[i]` is that of a validator with i increments of effective balance. */
export type BaseReward = { perIncrementGwei: number; byIncrements: Float64Array };

/** Largest integer whose square isn't above n (phase0, integer_squareroot). */
export function integerSquareRoot(n: bigint): bigint {
  let x = BigInt(Math.floor(Math.sqrt(Number(n))));
  while (x * x > n) x -= 1n;
  while ((x + 1n) * (x + 1n) <= n) x += 1n;
  return x;
}

/**
 * Base rewards at an active balance of `increments`.
 * `flags`: increments * (EFFECTIVE_BALANCE_INCREMENT * BASE_REWARD_FACTOR / sqrt(active balance)) (altair, get_base_reward).
 * `components`: effective balance * BASE_REWARD_FACTOR / sqrt(active balance) / 4 (phase0, get_base_reward).
 */
export function baseReward(spec: Spec, increments: number, accounting: ForkRule["accounting"]): BaseReward {
  const increment = constant(spec, "EFFECTIVE_BALANCE_INCREMENT");
  const factor = constant(spec, "BASE_REWARD_FACTOR");
  const root = Number(integerSquareRoot(BigInt(increments) * BigInt(increment)));
  const perIncrementGwei = Math.floor((increment * factor) / root);
  const maximum =
    Number(spec.MAX_EFFECTIVE_BALANCE_ELECTRA ?? spec.MAX_EFFECTIVE_BALANCE ?? 32 * increment) / increment;
  const byIncrements = Float64Array.from({ length: maximum + 1 }, (_, i) =>
    accounting === "flags"
      ? i * perIncrementGwei
      : Math.floor(Math.floor((i * increment * factor) / root) / 4),
  );
  return { perIncrementGwei, byIncrements };
}

/** Active balance of an epoch in increments: every active validator is in exactly one committee. At least 1 (get_total_balance). */
export function activeIncrements(facts: EpochFacts): number {
  return Math.max(seatIncrements(facts).sum, 1);
}
