/** Who pays a correlation penalty at the end of an epoch, and by which rule. Pure. */
import { activeIncrements } from "./base.ts";
import type { EpochFacts } from "./facts.ts";
import { constant, forkRules } from "./rules.ts";

/** What a penalty is made of, but for what else was slashed. Integer Gwei. */
export type Correlation = {
  validatorIndex: number;
  effectiveBalanceGwei: number;
  totalActiveBalanceGwei: bigint;
  incrementGwei: number;
  multiplier: number;
  isPerIncrement: boolean;
};

/**
 * Slashed validators that are half-way to withdrawable (process_slashings). The rule is that of the epoch, in whose last
 * slot the transition runs, also where an upgrade follows.
 */
export function correlations(facts: EpochFacts): Correlation[] {
  const { registry, spec, epoch, fork } = facts;
  const rule = forkRules[fork];
  const withdrawableEpoch = epoch + Math.floor(constant(spec, "EPOCHS_PER_SLASHINGS_VECTOR") / 2);
  const incrementGwei = constant(spec, "EFFECTIVE_BALANCE_INCREMENT");
  const found: Correlation[] = [];
  for (let v = 0; v < registry.size; v++) {
    if (registry.isSlashed[v] !== 1 || registry.withdrawableEpoch[v] !== withdrawableEpoch) continue;
    found.push({
      validatorIndex: v,
      effectiveBalanceGwei: (registry.increments[v] as number) * incrementGwei,
      totalActiveBalanceGwei: BigInt(activeIncrements(facts)) * BigInt(incrementGwei),
      incrementGwei,
      multiplier: constant(spec, rule.proportionalSlashingMultiplier),
      isPerIncrement: rule.isSlashingPerIncrement,
    });
  }
  return found;
}
