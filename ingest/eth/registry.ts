/**
 * The registry as the listener remembers it, so that between two full snapshots only changes are requested.
 *
 * Effective balances move at epoch transitions only, and only past the hysteresis thresholds (consensus-specs,
 * process_effective_balance_updates): balance + 0.25 increments < effective, or effective + 1.25 increments < balance.
 * All balances of a state are one cheap call, so every validator that may have crossed a threshold is found exactly.
 */
import { halves } from "../../lib/halves.ts";
import { credentialsBytes, type RegistryColumns } from "./registryColumns.ts";
import type { Balances } from "./scan/balances.ts";

/** Doubles hold every Gwei amount below 2^53 exactly; far future is the double 2^64. */
export type RegistryMemory = {
  count: number;
  effectiveBalanceGwei: Float64Array;
  activationEligibilityEpoch: Float64Array;
  activationEpoch: Float64Array;
  exitEpoch: Float64Array;
  withdrawableEpoch: Float64Array;
  isSlashed: Uint8Array;
  /** First byte of the withdrawal credentials: 2 may compound. */
  credentialPrefix: Uint8Array;
};

const farFuture = 2 ** 64;

export function createRegistryMemory(capacity = 65_536): RegistryMemory {
  return {
    count: 0,
    effectiveBalanceGwei: new Float64Array(capacity),
    activationEligibilityEpoch: new Float64Array(capacity),
    activationEpoch: new Float64Array(capacity),
    exitEpoch: new Float64Array(capacity),
    withdrawableEpoch: new Float64Array(capacity),
    isSlashed: new Uint8Array(capacity),
    credentialPrefix: new Uint8Array(capacity),
  };
}

function grown<Values extends Float64Array | Uint8Array>(values: Values, larger: Values): Values {
  larger.set(values);
  return larger;
}

function reserve(memory: RegistryMemory, size: number): void {
  if (size <= memory.isSlashed.length) return;
  const capacity = Math.max(size, memory.isSlashed.length * 4);
  memory.effectiveBalanceGwei = grown(memory.effectiveBalanceGwei, new Float64Array(capacity));
  memory.activationEligibilityEpoch = grown(memory.activationEligibilityEpoch, new Float64Array(capacity));
  memory.activationEpoch = grown(memory.activationEpoch, new Float64Array(capacity));
  memory.exitEpoch = grown(memory.exitEpoch, new Float64Array(capacity));
  memory.withdrawableEpoch = grown(memory.withdrawableEpoch, new Float64Array(capacity));
  memory.isSlashed = grown(memory.isSlashed, new Uint8Array(capacity));
  memory.credentialPrefix = grown(memory.credentialPrefix, new Uint8Array(capacity));
}

const highestIndex = 134_217_727;
const uint32Size = 2 ** 32;

/** Copies a column of rows into doubles by validator index. */
function take({ count, validatorIndex }: RegistryColumns, from: BigUint64Array, to: Float64Array): void {
  const words = halves(from);
  for (let row = 0; row < count; row += 1) {
    const high = words[2 * row + 1] as number;
    to[validatorIndex[row] as number] = high * uint32Size + (words[2 * row] as number);
  }
}

/** Stores rows. Returns the problem in words if an index is implausible. */
export function remember(memory: RegistryMemory, columns: RegistryColumns): string | undefined {
  const { count, validatorIndex, withdrawalCredentials } = columns;
  let size = memory.count;
  for (let row = 0; row < count; row += 1) size = Math.max(size, (validatorIndex[row] as number) + 1);
  if (size > highestIndex + 1) return `validator index ${size - 1} is out of range`;
  reserve(memory, size);
  memory.count = size;
  take(columns, columns.effectiveBalanceGwei, memory.effectiveBalanceGwei);
  take(columns, columns.activationEligibilityEpoch, memory.activationEligibilityEpoch);
  take(columns, columns.activationEpoch, memory.activationEpoch);
  take(columns, columns.exitEpoch, memory.exitEpoch);
  take(columns, columns.withdrawableEpoch, memory.withdrawableEpoch);
  for (let row = 0; row < count; row += 1) {
    const index = validatorIndex[row] as number;
    memory.isSlashed[index] = columns.isSlashed[row] as number;
    memory.credentialPrefix[index] = withdrawalCredentials[row * credentialsBytes] as number;
  }
  return undefined;
}

/** Whether a fetched row differs from the stored one, or the validator is new. */
export function isChanged(memory: RegistryMemory, columns: RegistryColumns, row: number): boolean {
  const index = columns.validatorIndex[row] ?? 0;
  return (
    index >= memory.count ||
    memory.effectiveBalanceGwei[index] !== Number(columns.effectiveBalanceGwei[row]) ||
    memory.activationEligibilityEpoch[index] !== Number(columns.activationEligibilityEpoch[row]) ||
    memory.activationEpoch[index] !== Number(columns.activationEpoch[row]) ||
    memory.exitEpoch[index] !== Number(columns.exitEpoch[row]) ||
    memory.withdrawableEpoch[index] !== Number(columns.withdrawableEpoch[row]) ||
    memory.isSlashed[index] !== columns.isSlashed[row] ||
    memory.credentialPrefix[index] !== columns.withdrawalCredentials[row * credentialsBytes]
  );
}

/** 1 for each validator that is active in an epoch (activation <= epoch < exit). */
export function activeIn(memory: RegistryMemory, epoch: number): Uint8Array {
  const active = new Uint8Array(memory.count);
  for (let index = 0; index < memory.count; index += 1) {
    if ((memory.activationEpoch[index] ?? 0) <= epoch && epoch < (memory.exitEpoch[index] ?? 0))
      active[index] = 1;
  }
  return active;
}

/** Slashed validators that aren't withdrawable in an epoch yet. */
export function slashedIn(memory: RegistryMemory, epoch: number): number[] {
  const indices: number[] = [];
  for (let index = 0; index < memory.count; index += 1)
    if (memory.isSlashed[index] === 1 && (memory.withdrawableEpoch[index] ?? 0) > epoch) indices.push(index);
  return indices;
}

/** Constants of the effective-balance rule, in Gwei. */
export type HysteresisRule = {
  downward: number;
  upward: number;
  maximum: number;
  compoundingMaximum: number;
  activation: number;
  ejection: number;
};

export function hysteresisRule(constants: Record<string, string>): HysteresisRule {
  const number = (name: string, fallback: number) => Number(constants[name] ?? fallback);
  const step = number("EFFECTIVE_BALANCE_INCREMENT", 1e9) / number("HYSTERESIS_QUOTIENT", 4);
  const maximum = number("MAX_EFFECTIVE_BALANCE", 32e9);
  return {
    downward: step * number("HYSTERESIS_DOWNWARD_MULTIPLIER", 1),
    upward: step * number("HYSTERESIS_UPWARD_MULTIPLIER", 5),
    maximum,
    compoundingMaximum: number("MAX_EFFECTIVE_BALANCE_ELECTRA", maximum),
    activation: number("MIN_ACTIVATION_BALANCE", maximum),
    ejection: number("EJECTION_BALANCE", 16e9),
  };
}

/** The first slot's block moves balances after the transition: rewards and penalties of one block stay below this. */
const marginGwei = 100_000_000;

/**
 * Validators whose registry row may have changed in the transition into `epoch`: past a hysteresis threshold, new,
 * eligible for activation, or to be ejected. The caller adds those touched by blocks.
 */
export function changeCandidates(
  memory: RegistryMemory,
  balances: Balances,
  epoch: number,
  rule: HysteresisRule,
): number[] {
  const candidates: number[] = [];
  const { gwei } = balances;
  for (let index = 0; index < memory.count; index += 1) {
    const effective = memory.effectiveBalanceGwei[index] as number;
    const balance = gwei[index] as number;
    const isBelow = balance + rule.downward - marginGwei < effective;
    const isAbove =
      effective + rule.upward - marginGwei < balance &&
      effective < (memory.credentialPrefix[index] === 2 ? rule.compoundingMaximum : rule.maximum);
    const isEligible =
      memory.activationEligibilityEpoch[index] === farFuture && effective >= rule.activation - marginGwei;
    const isEjected =
      effective <= rule.ejection &&
      memory.exitEpoch[index] === farFuture &&
      (memory.activationEpoch[index] as number) < epoch;
    if (isBelow || isAbove || isEligible || isEjected) candidates.push(index);
  }
  for (let index = memory.count; index < gwei.length; index += 1) candidates.push(index);
  return candidates;
}

/** Validators waiting for activation, in the chain's order. */
export function activationQueue(memory: RegistryMemory): number[] {
  const waiting: number[] = [];
  for (let index = 0; index < memory.count; index += 1) {
    if (memory.activationEpoch[index] === farFuture && memory.activationEligibilityEpoch[index] !== farFuture)
      waiting.push(index);
  }
  const eligibility = memory.activationEligibilityEpoch;
  return waiting.sort((left, right) => (eligibility[left] ?? 0) - (eligibility[right] ?? 0) || left - right);
}
