/**
 * What the protocol pays and takes for the duties of one epoch, in integer Gwei. Duties of epoch N are paid at the
 * end of epoch N+1, with the effective balances and totals of that state (process_rewards_and_penalties). Products
 * stay below 2^53 for every possible stake (base reward * weight * increments < 1.3e15), so plain numbers are exact;
 * what may exceed it (leak penalties) is BigInt.
 */

import { activeIncrements, type BaseReward, baseReward } from "./base.ts";
import { isInReach } from "./block.ts";
import {
  type ComponentTable,
  type ComponentTables,
  componentTables,
  type Participation,
} from "./componentTables.ts";
import type { EpochFacts, Registry } from "./facts.ts";
import { type Inclusions, voteBits } from "./inclusions.ts";
import { constant, type ForkRule, forkRules, type Spec } from "./rules.ts";

/** Attestation rewards of one epoch; all arrays are by validator index. What votes are paid: `payVotes`. */
export type AttestationRewards = {
  /** 1 where the epoch's rules apply to the validator: it was active, or slashed and not yet withdrawable. */
  isEligible: Uint8Array;
  tables: ComponentTables;
  /** phase0 only. */
  inclusionDelayGwei: Int32Array | undefined;
  /** Zero or below; undefined if no validator is penalised. */
  inactivityGwei: Float64Array | undefined;
  /** Inactivity scores above zero after this epoch's update. */
  scores: Map<number, number>;
  totals: {
    activeIncrements: number;
    participating: Participation;
    baseRewardPerIncrementGwei: number;
    finalityDelay: number;
    isLeak: boolean;
  };
  /** phase0 only: proposer rewards by the slot of the block that included first. */
  includerRewards: Map<number, number>;
};

const { sourceTimely, targetTimely, headTimely, slashed } = voteBits;

/** Marks in `votes` who counts as slashed when the rewards are paid: such votes earn nothing. */
function markSlashed(next: EpochFacts, votes: Uint8Array): void {
  const { isSlashed } = next.registry;
  for (let v = 0; v < next.registry.size; v++)
    if (isSlashed[v] === 1) votes[v] = (votes[v] as number) | slashed;
  for (const block of next.blocks) {
    for (const { validatorIndex } of block?.slashings ?? [])
      if (isInReach(next, validatorIndex))
        votes[validatorIndex] = (votes[validatorIndex] as number) | slashed;
  }
}

function participation(next: EpochFacts, votes: Uint8Array): Participation {
  const { increments } = next.registry;
  const sums = { source: 0, target: 0, head: 0 };
  for (let v = 0; v < votes.length; v++) {
    const vote = votes[v] as number;
    if ((vote & slashed) !== 0) continue;
    const balance = increments[v] as number;
    if ((vote & sourceTimely) !== 0) sums.source += balance;
    if ((vote & targetTimely) !== 0) sums.target += balance;
    if ((vote & headTimely) !== 0) sums.head += balance;
  }
  return sums;
}

/**
 * Inactivity scores after the epoch (altair, process_inactivity_updates): +bias without a timely target, -1 with it,
 * and -recovery rate for all while finality is healthy.
 */
function updateScores(
  before: ReadonlyMap<number, number>,
  votes: Uint8Array,
  isEligible: Uint8Array,
  isLeak: boolean,
  spec: Spec,
): Map<number, number> {
  const bias = constant(spec, "INACTIVITY_SCORE_BIAS");
  const recovery = constant(spec, "INACTIVITY_SCORE_RECOVERY_RATE");
  const after = new Map<number, number>();
  const update = (v: number, score: number) => {
    const vote = votes[v] as number;
    const isTimely = (vote & targetTimely) !== 0 && (vote & slashed) === 0;
    let updated = isTimely ? Math.max(0, score - 1) : score + bias;
    if (!isLeak) updated = Math.max(0, updated - recovery);
    if (updated > 0) after.set(v, updated);
  };
  if (isLeak || bias > recovery) {
    for (let v = 0; v < votes.length; v++) if (isEligible[v] === 1) update(v, before.get(v) ?? 0);
  }
  for (const [v, score] of before) {
    if (isEligible[v] !== 1) after.set(v, score);
    else if (!isLeak && bias <= recovery) update(v, score);
  }
  return after;
}

/** get_eligible_validator_indices: who was active, and who is slashed and waits, whenever it became active. */
function markEligible(next: EpochFacts, votes: Uint8Array): Uint8Array {
  const isEligible = new Uint8Array(votes.length);
  const { withdrawableEpoch } = next.registry;
  for (let v = 0; v < votes.length; v++) {
    const vote = votes[v] as number;
    const isWaiting =
      (vote & slashed) !== 0 && next.epoch < (withdrawableEpoch[v] ?? Number.POSITIVE_INFINITY);
    if ((vote & voteBits.duty) !== 0 || isWaiting) isEligible[v] = 1;
  }
  return isEligible;
}

/**
 * Rewards and penalties for the attestation duties of `facts.epoch`. Sets the `slashed` bit in `inclusions.votes`.
 * @param scores inactivity scores above zero before this epoch's update
 */
export function attestationRewards(
  facts: EpochFacts,
  next: EpochFacts,
  inclusions: Inclusions,
  scores: ReadonlyMap<number, number>,
): AttestationRewards {
  const { votes } = inclusions;
  const rule = forkRules[next.fork];
  markSlashed(next, votes);
  const participating = participation(next, votes);
  const active = activeIncrements(next);
  const base = baseReward(next.spec, active, rule.accounting);
  const finalityDelay = facts.epoch - next.finalizedEpochAfter;
  const isLeak = finalityDelay > constant(next.spec, "MIN_EPOCHS_TO_INACTIVITY_PENALTY");
  const tables = componentTables(base, rule, active, participating, isLeak);
  const isEligible = markEligible(next, votes);
  const result: AttestationRewards = {
    isEligible,
    tables,
    inclusionDelayGwei: undefined,
    inactivityGwei: undefined,
    scores:
      rule.accounting === "flags" ? updateScores(scores, votes, isEligible, isLeak, next.spec) : new Map(),
    totals: {
      activeIncrements: active,
      participating,
      baseRewardPerIncrementGwei: base.perIncrementGwei,
      finalityDelay,
      isLeak,
    },
    includerRewards: new Map(),
  };
  if (rule.accounting === "components") payComponents(inclusions, next, base, isLeak, finalityDelay, result);
  else payInactivity(votes, next, rule, result);
  return result;
}

/** What one vote pays, and what it fails to pay: by increments, not earned; then by increments again, earned. */
function byOutcome({ reward, penalty }: ComponentTable): { gwei: Int32Array; missedGwei: Int32Array } {
  const size = reward.length;
  const gwei = new Int32Array(2 * size);
  const missedGwei = new Int32Array(2 * size);
  gwei.set(penalty.map((value) => -value));
  gwei.set(reward, size);
  missedGwei.set(reward);
  return { gwei, missedGwei };
}

/** Rewards of votes, in the order of the requested validators. */
export type VotePay = {
  sourceGwei: Int32Array;
  targetGwei: Int32Array;
  headGwei: Int32Array;
  /** What the flags that were not earned would have paid. */
  missedGwei: Int32Array;
};

export function payVotes(
  validators: Uint32Array,
  votes: Uint8Array,
  { increments }: Registry,
  { isEligible, tables }: Pick<AttestationRewards, "isEligible" | "tables">,
): VotePay {
  const rows = validators.length;
  const sourceGwei = new Int32Array(rows);
  const targetGwei = new Int32Array(rows);
  const headGwei = new Int32Array(rows);
  const missedGwei = new Int32Array(rows);
  const [source, target, head] = [byOutcome(tables.source), byOutcome(tables.target), byOutcome(tables.head)];
  const size = tables.source.reward.length;
  for (let row = 0; row < rows; row++) {
    const v = validators[row] as number;
    if (isEligible[v] !== 1) continue;
    const vote = votes[v] as number;
    const earned = (vote & slashed) === 0 ? vote : 0;
    const own = increments[v] as number;
    const s = (earned & sourceTimely) === 0 ? own : size + own;
    const t = (earned & targetTimely) === 0 ? own : size + own;
    const h = (earned & headTimely) === 0 ? own : size + own;
    sourceGwei[row] = source.gwei[s] as number;
    targetGwei[row] = target.gwei[t] as number;
    headGwei[row] = head.gwei[h] as number;
    if ((vote & voteBits.duty) !== 0)
      missedGwei[row] =
        (source.missedGwei[s] as number) + (target.missedGwei[t] as number) + (head.missedGwei[h] as number);
  }
  return { sourceGwei, targetGwei, headGwei, missedGwei };
}

/** Leak penalties of Altair and later (get_inactivity_penalty_deltas): effective balance * score / (bias * quotient). */
function payInactivity(
  votes: Uint8Array,
  next: EpochFacts,
  rule: ForkRule,
  result: AttestationRewards,
): void {
  const quotient =
    BigInt(constant(next.spec, "INACTIVITY_SCORE_BIAS")) *
    BigInt(constant(next.spec, rule.inactivityPenaltyQuotient));
  const increment = BigInt(constant(next.spec, "EFFECTIVE_BALANCE_INCREMENT"));
  if (result.scores.size === 0) return;
  const inactivityGwei = new Float64Array(votes.length);
  result.inactivityGwei = inactivityGwei;
  for (const [v, score] of result.scores) {
    const vote = votes[v] as number;
    if (result.isEligible[v] !== 1 || ((vote & targetTimely) !== 0 && (vote & slashed) === 0)) continue;
    const balance = BigInt(next.registry.increments[v] as number) * increment;
    inactivityGwei[v] = -Number((balance * BigInt(score)) / quotient);
  }
}

/** phase0's inclusion delay rewards and leak penalties (get_inclusion_delay_deltas, get_inactivity_penalty_deltas). */
function payComponents(
  inclusions: Inclusions,
  next: EpochFacts,
  base: BaseReward,
  isLeak: boolean,
  finalityDelay: number,
  result: AttestationRewards,
): void {
  const { votes, delay, includerSlot } = inclusions;
  const proposerQuotient = constant(next.spec, "PROPOSER_REWARD_QUOTIENT");
  const leakQuotient = BigInt(constant(next.spec, forkRules[next.fork].inactivityPenaltyQuotient));
  const increment = BigInt(constant(next.spec, "EFFECTIVE_BALANCE_INCREMENT"));
  const componentCount = 4;
  const inclusionDelayGwei = new Int32Array(votes.length);
  const inactivityGwei = new Float64Array(votes.length);
  Object.assign(result, { inclusionDelayGwei, inactivityGwei });
  for (let v = 0; v < votes.length; v++) {
    if (result.isEligible[v] !== 1) continue;
    const vote = votes[v] as number;
    const gwei = base.byIncrements[next.registry.increments[v] as number] as number;
    const proposerGwei = Math.floor(gwei / proposerQuotient);
    const isUnslashed = (vote & slashed) === 0;
    if ((vote & sourceTimely) !== 0 && isUnslashed) {
      inclusionDelayGwei[v] = Math.floor((gwei - proposerGwei) / (delay[v] as number));
      const slot = includerSlot?.[v] ?? 0;
      result.includerRewards.set(slot, (result.includerRewards.get(slot) ?? 0) + proposerGwei);
    }
    if (!isLeak) continue;
    let penalty = componentCount * gwei - proposerGwei;
    if ((vote & targetTimely) === 0 || !isUnslashed) {
      penalty += Number(
        (BigInt(next.registry.increments[v] as number) * increment * BigInt(finalityDelay)) / leakQuotient,
      );
    }
    inactivityGwei[v] = -penalty;
  }
}
