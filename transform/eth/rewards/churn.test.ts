import { describe, expect, it } from "vitest";
import type { Fork } from "../../../schemas/eth/events.ts";
import { churnOf } from "./churn.ts";
import type { EpochFacts } from "./facts.ts";

const eth = 1_000_000_000n;
const spec = {
  EFFECTIVE_BALANCE_INCREMENT: "1000000000",
  CHURN_LIMIT_QUOTIENT: "65536",
  CONSOLIDATION_CHURN_LIMIT_QUOTIENT: "65536",
  MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA: "128000000000",
  MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT: "256000000000",
};

/** An epoch in which validators with 2,000 ETH each are active. */
function facts(fork: Fork, millions: number, own: Record<string, string> = spec): EpochFacts {
  const validators = Uint32Array.from({ length: millions * 500 }, (_, index) => index);
  const committees = [{ offsets: Uint32Array.of(0, validators.length), validators }];
  const increments = new Uint16Array(validators.length).fill(2000);
  return { fork, spec: own, committees, registry: { increments } } as unknown as EpochFacts;
}

describe("stake that may consolidate in an epoch", () => {
  // consensus-specs: get_consolidation_churn_limit, at mainnet's constants.
  it.each([
    ["deneb", 36, 0n],
    ["electra", 36, 293n * eth],
    ["fulu", 34, 262n * eth],
    ["electra", 12, 0n],
    ["gloas", 36, 549n * eth],
  ] as const)("in %s with %i million ETH", (fork, millions, limit) => {
    expect(churnOf(facts(fork, millions))).toEqual({
      totalActiveBalanceGwei: BigInt(millions) * 1_000_000n * eth,
      consolidationLimitGwei: limit,
    });
  });

  it.each(["electra", "gloas"] as const)("is unknown in %s where the node gave no constants", (fork) => {
    const own = { EFFECTIVE_BALANCE_INCREMENT: "1000000000" };
    expect(churnOf(facts(fork, 36, own)).consolidationLimitGwei).toBeNull();
  });
});
