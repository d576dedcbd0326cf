/** Churn limits of an epoch (consensus-specs, electra and gloas, beacon-chain.md). Pure. */
import { forks } from "../../../schemas/eth/events.ts";
import { activeIncrements } from "./base.ts";
import type { EpochFacts } from "./facts.ts";
import { constant, type Spec } from "./rules.ts";

export type Churn = {
  totalActiveBalanceGwei: bigint;
  /** get_consolidation_churn_limit; null if the node did not return its constants. */
  consolidationLimitGwei: bigint | null;
};

/** undefined if the node did not return it. */
function gwei(spec: Spec, name: string): bigint | undefined {
  const text = spec[name];
  return text !== undefined && /^[0-9]+$/.test(text) ? BigInt(text) : undefined;
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const most = (a: bigint, b: bigint) => (a > b ? a : b);

function consolidationLimit(facts: EpochFacts, total: bigint, increment: bigint): bigint | null {
  const { spec, fork } = facts;
  const isFrom = (other: (typeof forks)[number]) => forks.indexOf(fork) >= forks.indexOf(other);
  if (!isFrom("electra")) return 0n;
  const share = (quotient: bigint) => total / quotient;
  const floored = (balance: bigint) => balance - (balance % increment);
  if (isFrom("gloas")) {
    const quotient = gwei(spec, "CONSOLIDATION_CHURN_LIMIT_QUOTIENT");
    return quotient === undefined ? null : floored(share(quotient));
  }
  const minimum = gwei(spec, "MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA");
  const maximum = gwei(spec, "MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT");
  const quotient = gwei(spec, "CHURN_LIMIT_QUOTIENT");
  if (minimum === undefined || maximum === undefined || quotient === undefined) return null;
  const churn = floored(most(share(quotient), minimum));
  return churn - least(maximum, churn);
}

/** The limits in the state at the epoch's first slot. */
export function churnOf(facts: EpochFacts): Churn {
  const increment = BigInt(constant(facts.spec, "EFFECTIVE_BALANCE_INCREMENT"));
  const total = BigInt(activeIncrements(facts)) * increment;
  return {
    totalActiveBalanceGwei: total,
    consolidationLimitGwei: consolidationLimit(facts, total, increment),
  };
}
