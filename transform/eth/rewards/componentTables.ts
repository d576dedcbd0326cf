/** Rewards and penalties of each vote component, by increments of effective balance. */
import type { BaseReward } from "./base.ts";
import { type ForkRule, weights } from "./rules.ts";

/** Rewards and penalties of one vote component, by increments of effective balance; penalties are positive here. */
export type ComponentTable = { reward: Float64Array; penalty: Float64Array };
export type ComponentTables = { source: ComponentTable; target: ComponentTable; head: ComponentTable };

/** Effective balance, in increments, of the unslashed validators that earned each flag. */
export type Participation = { source: number; target: number; head: number };

/**
 * Tables for one epoch (altair, get_flag_index_deltas; phase0, get_attestation_component_deltas).
 * @param active increments of the active balance when the rewards are paid
 */
export function componentTables(
  base: BaseReward,
  rule: ForkRule,
  active: number,
  participating: Participation,
  isLeak: boolean,
): ComponentTables {
  const { byIncrements } = base;
  const table = (flag: keyof ComponentTables): ComponentTable => {
    const weight = weights[flag];
    // get_total_balance is never below one increment.
    const balance = Math.max(participating[flag], 1);
    if (rule.accounting === "components") {
      return {
        reward: isLeak ? byIncrements : byIncrements.map((gwei) => Math.floor((gwei * balance) / active)),
        penalty: byIncrements,
      };
    }
    return {
      reward: byIncrements.map((gwei) =>
        isLeak ? 0 : Math.floor((gwei * weight * balance) / (active * weights.denominator)),
      ),
      penalty: byIncrements.map((gwei) =>
        flag === "head" ? 0 : Math.floor((gwei * weight) / weights.denominator),
      ),
    };
  };
  return { source: table("source"), target: table("target"), head: table("head") };
}
