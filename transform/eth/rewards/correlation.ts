/** Validators with a correlation penalty at the end of an epoch, and its rule. Pure. */
import { elementAt } from "../../../lib/elementAt.ts";
import { activeIncrements } from "./base.ts";
import type { EpochFacts } from "./facts.ts";
import { constant, forkRules } from "./rules.ts";

/** The inputs of a penalty, without the other slashings. Integer Gwei. */
export type Correlation = {
  validatorIndex: number;
  effectiveBalanceGwei: number;
  totalActiveBalanceGwei: bigint;
  incrementGwei: number;
  multiplier: number;
  isPerIncrement: boolean;
};

/**
 * Slashed validators that are halfway to withdrawable (process_slashings). The rule is that of the epoch in whose last
 * slot the transition runs, even if an upgrade follows.
 */
export function correlations(facts: EpochFacts): Correlation[] {
  const { registry, spec, epoch, fork } = facts;
  const rule = forkRules[fork];
  const withdrawableEpoch = epoch + Math.floor(constant(spec, "EPOCHS_PER_SLASHINGS_VECTOR") / 2);
  const incrementGwei = constant(spec, "EFFECTIVE_BALANCE_INCREMENT");
  const results: Correlation[] = [];
  for (let v = 0; v < registry.size; v++) {
    if (registry.isSlashed[v] !== 1 || registry.withdrawableEpoch[v] !== withdrawableEpoch) continue;
    results.push({
      validatorIndex: v,
      effectiveBalanceGwei: elementAt(registry.increments, v) * incrementGwei,
      totalActiveBalanceGwei: BigInt(activeIncrements(facts)) * BigInt(incrementGwei),
      incrementGwei,
      multiplier: constant(spec, rule.proportionalSlashingMultiplier),
      isPerIncrement: rule.isSlashingPerIncrement,
    });
  }
  return results;
}
