import { describe, expect, it } from "vitest";
import {
  activationQueue,
  activeIn,
  changeCandidates,
  createRegistryMemory,
  hysteresisRule,
  isChanged,
  remember,
} from "./registry.ts";
import { createRegistryColumns, type RegistryColumns } from "./registryColumns.ts";

const far = 2n ** 64n - 1n;
type Row = Partial<{
  effective: number;
  eligibility: bigint;
  activation: bigint;
  exit: bigint;
  slashed: number;
  prefix: number;
}>;

function columns(rows: Row[]): RegistryColumns {
  const made = createRegistryColumns(rows.length);
  made.count = rows.length;
  rows.forEach((row, index) => {
    made.validatorIndex[index] = index;
    made.effectiveBalanceGwei[index] = BigInt(row.effective ?? 32e9);
    made.activationEligibilityEpoch[index] = row.eligibility ?? 0n;
    made.activationEpoch[index] = row.activation ?? 0n;
    made.exitEpoch[index] = row.exit ?? far;
    made.withdrawableEpoch[index] = far;
    made.isSlashed[index] = row.slashed ?? 0;
    made.withdrawalCredentials[index * 32] = row.prefix ?? 1;
  });
  return made;
}

function memoryOf(rows: Row[]) {
  const memory = createRegistryMemory(2);
  expect(remember(memory, columns(rows))).toBeUndefined();
  return memory;
}

const rule = hysteresisRule({
  MAX_EFFECTIVE_BALANCE_ELECTRA: "2048000000000",
  MIN_ACTIVATION_BALANCE: "32000000000",
});
const candidates = (rows: Row[], balances: number[]) =>
  changeCandidates(memoryOf(rows), { count: balances.length, gwei: Float64Array.from(balances) }, 10, rule);

describe("candidates for a changed registry row", () => {
  it.each([
    ["unchanged", {}, 32e9, false],
    ["well above, at its maximum", {}, 40e9, false],
    ["below the threshold", {}, 31.74e9, true],
    ["near the threshold: the first block may have moved it", {}, 31.84e9, true],
    ["far enough from the threshold", {}, 31.86e9, false],
    ["compounding, above the threshold", { prefix: 2 }, 33.26e9, true],
    ["compounding, near the threshold", { prefix: 2 }, 33.16e9, true],
    ["compounding, below the threshold", { prefix: 2 }, 33.1e9, false],
    ["compounding, at its maximum", { prefix: 2, effective: 2048e9 }, 2060e9, false],
    ["becoming eligible", { eligibility: far, activation: far }, 32e9, true],
    ["too small to become eligible", { eligibility: far, activation: far, effective: 31e9 }, 31e9, false],
    ["to be ejected", { effective: 16e9 }, 16.1e9, true],
    ["ejected already", { effective: 16e9, exit: 20n }, 16.1e9, false],
  ] as [string, Row, number, boolean][])("%s", (_, row, balance, isCandidate) => {
    expect(candidates([row], [balance])).toEqual(isCandidate ? [0] : []);
  });

  it("new validators always", () => {
    expect(candidates([{}], [32e9, 1e9, 5e9])).toEqual([1, 2]);
  });
});

describe("the registry in memory", () => {
  it("knows who is active", () => {
    const memory = memoryOf([{}, { activation: 11n }, { activation: 10n }, { exit: 10n }, { exit: 11n }]);
    expect([...activeIn(memory, 10)]).toEqual([1, 0, 1, 0, 1]);
  });

  it("has the activation queue in the chain's order", () => {
    const waiting = (eligibility: bigint): Row => ({ activation: far, eligibility });
    expect(activationQueue(memoryOf([waiting(9n), {}, waiting(3n), waiting(9n), waiting(far)]))).toEqual([
      2, 0, 3,
    ]);
  });

  it("sees each kind of change", () => {
    const memory = memoryOf([{}]);
    expect(isChanged(memory, columns([{}]), 0)).toBe(false);
    for (const row of [
      { effective: 31e9 },
      { eligibility: 1n },
      { activation: 1n },
      { exit: 9n },
      { slashed: 1 },
      { prefix: 2 },
    ])
      expect(isChanged(memory, columns([row]), 0)).toBe(true);
    expect(isChanged(memory, columns([{}, {}]), 1)).toBe(true);
  });
});
