/** Rewards of blocks apart from attestations: sync aggregates and slashing evidence. Pure, integer Gwei. */

import { elementAt } from "../../../lib/elementAt.ts";
import { activeIncrements, baseReward } from "./base.ts";
import type { CanonicalBlock, EpochFacts } from "./facts.ts";
import { constant, forkRules, weights } from "./rules.ts";
import { followBalances, type SyncBalances } from "./syncBalance.ts";

export type SyncSlot = {
  slot: number;
  participantRewardGwei: number;
  proposerRewardGwei: number;
  signatureCount: number;
  /** Reward of each member for all its seats, or its loss, limited by its balance. */
  rewardsGwei: ReadonlyMap<number, number>;
};

/** One validator's sync seats over the blocks of an epoch. A validator may hold several seats. */
export type SyncDuty = {
  signed: number;
  missed: number;
  rewardGwei: number;
  penaltyGwei: number;
  firstSlotGwei: number;
};

export type SyncResult = { slots: SyncSlot[]; duties: Map<number, SyncDuty> };

/**
 * Sync aggregates of the epoch's blocks (altair, process_sync_aggregate): each seat earns the participant reward or
 * loses the same, limited by its balance; the proposer earns participant * 8 / 56 for each signature. A missed slot
 * neither pays nor costs.
 */
export function syncRewards(facts: EpochFacts, next: EpochFacts): SyncResult {
  const balances = followBalances(facts, new Map());
  const result = payAggregates(facts, balances);
  const credited = balances.credits(next);
  return credited.size === 0 ? result : payAggregates(facts, followBalances(facts, credited));
}

function payAggregates(facts: EpochFacts, balances: SyncBalances): SyncResult {
  const result: SyncResult = { slots: [], duties: new Map() };
  const seats = facts.syncCommittee;
  if (seats.length === 0 || forkRules[facts.fork].accounting !== "flags") return result;
  const active = activeIncrements(facts);
  const { perIncrementGwei } = baseReward(facts.spec, active, "flags");
  // The product is far below 2^53: total base rewards of a whole network are about 1e10 Gwei.
  const perSlotGwei = Math.floor(
    Math.floor((perIncrementGwei * active * weights.sync) / weights.denominator) / facts.slotsPerEpoch,
  );
  const participantRewardGwei = Math.floor(perSlotGwei / constant(facts.spec, "SYNC_COMMITTEE_SIZE"));
  const proposerSeatGwei = Math.floor(
    (participantRewardGwei * weights.proposer) / (weights.denominator - weights.proposer),
  );
  for (const seat of seats) {
    if (!result.duties.has(seat))
      result.duties.set(seat, { signed: 0, missed: 0, rewardGwei: 0, penaltyGwei: 0, firstSlotGwei: 0 });
  }
  for (const block of facts.blocks) {
    if (block === undefined || block.syncBits === "" || block.slot === 0) continue;
    balances.enter(block.slot);
    const { signatureCount, rewardsGwei } = markSeats(block, facts, participantRewardGwei, {
      duties: result.duties,
      balances,
    });
    result.slots.push({
      slot: block.slot,
      participantRewardGwei,
      proposerRewardGwei: signatureCount * proposerSeatGwei,
      signatureCount,
      rewardsGwei,
    });
  }
  return result;
}

function markSeats(
  block: CanonicalBlock,
  facts: EpochFacts,
  participantRewardGwei: number,
  { duties, balances }: { duties: Map<number, SyncDuty>; balances: SyncBalances },
): Pick<SyncSlot, "signatureCount" | "rewardsGwei"> {
  const rewardsGwei = new Map<number, number>();
  const add = (validator: number, gwei: number) =>
    rewardsGwei.set(validator, (rewardsGwei.get(validator) ?? 0) + gwei);
  const bits = Buffer.from(block.syncBits.slice(2), "hex");
  const isFirstSlot = block.slot === facts.epoch * facts.slotsPerEpoch;
  let signatureCount = 0;
  facts.syncCommittee.forEach((validator, seat) => {
    const duty = duties.get(validator);
    if (duty === undefined) return;
    const isSigned = (((bits[seat >> 3] ?? 0) >> (seat & 7)) & 1) === 1;
    if (isSigned) {
      signatureCount += 1;
      duty.signed += 1;
      duty.rewardGwei += participantRewardGwei;
      balances.earn(validator, participantRewardGwei);
      add(validator, participantRewardGwei);
      if (isFirstSlot) duty.firstSlotGwei += participantRewardGwei;
    } else {
      const takenGwei = balances.take(validator, participantRewardGwei);
      add(validator, -takenGwei);
      duty.missed += 1;
      duty.penaltyGwei -= takenGwei;
      if (isFirstSlot) duty.firstSlotGwei -= takenGwei;
    }
  });
  return { signatureCount, rewardsGwei };
}

export type SlashingResult = {
  validatorIndex: number;
  slot: number;
  kind: "proposer" | "attester";
  proposerIndex: number;
  effectiveBalanceGwei: number;
  penaltyGwei: number;
  rewardGwei: number;
};

/** Whether evidence in the epoch's blocks counts against a validator that was not slashed before (is_slashable_validator). */
export function isInReach({ registry, epoch }: EpochFacts, validator: number): boolean {
  return (
    (registry.activationEpoch[validator] ?? Number.POSITIVE_INFINITY) <= epoch &&
    epoch < (registry.withdrawableEpoch[validator] ?? 0)
  );
}

/**
 * Validators slashed by the epoch's blocks (slash_validator). Evidence names candidates; only those that are still
 * slashable count: not slashed before, active or exiting, not yet withdrawable. The proposer is the whistleblower.
 */
export function slashings(facts: EpochFacts): SlashingResult[] {
  const { registry, spec } = facts;
  const incrementGwei = constant(spec, "EFFECTIVE_BALANCE_INCREMENT");
  // A slashing in this epoch makes no validator withdrawable in it: those that are were slashed in an earlier one.
  const withdrawableMin = facts.epoch + constant(spec, "EPOCHS_PER_SLASHINGS_VECTOR");
  const done = new Set<number>();
  const results: SlashingResult[] = [];
  for (const block of facts.blocks) {
    if (block === undefined) continue;
    const rule = forkRules[block.fork];
    // The registry is that of the epoch's first slot with its block applied: validators slashed by that block are
    // already marked.
    const isFirstSlot = block.slot === facts.epoch * facts.slotsPerEpoch;
    for (const { validatorIndex, kind } of block.slashings) {
      const isMarkedNow = isFirstSlot && (registry.withdrawableEpoch[validatorIndex] ?? 0) >= withdrawableMin;
      const wasSlashed = registry.isSlashed[validatorIndex] === 1 && !isMarkedNow;
      if (wasSlashed || done.has(validatorIndex) || !isInReach(facts, validatorIndex)) continue;
      done.add(validatorIndex);
      const balanceGwei = elementAt(registry.increments, validatorIndex) * incrementGwei;
      results.push({
        validatorIndex,
        slot: block.slot,
        kind,
        proposerIndex: block.proposerIndex,
        effectiveBalanceGwei: balanceGwei,
        penaltyGwei: Math.floor(balanceGwei / constant(spec, rule.slashingPenaltyQuotient)),
        rewardGwei: Math.floor(balanceGwei / constant(spec, rule.whistleblowerRewardQuotient)),
      });
    }
  }
  return results;
}
