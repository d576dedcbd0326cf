/** Cross-checks of two answers of a node. Pure: each returns what is wrong in words, or undefined. */
import { unpack } from "../../lib/packed.ts";
import type { BlockMessage, CommitteeMessage } from "../../schemas/eth/events.ts";
import type { AttestationReward } from "./api/api.ts";
import { setBits } from "./decode.ts";
import type { Committees } from "./scan/committees.ts";

/** Committees must be numbered 0..n-1 without gap in each slot of the epoch, and lie inside it. */
export function checkCommitteeShape(
  committees: Committees,
  firstSlot: number,
  slotsPerEpoch: number,
): string | undefined {
  const perSlot = new Array<number>(slotsPerEpoch).fill(0);
  const seen = new Set<number>();
  for (const [entry, slot] of committees.slots.entries()) {
    const offset = slot - firstSlot;
    const index = committees.indices[entry] ?? 0;
    if (offset < 0 || offset >= slotsPerEpoch) return `a committee of slot ${slot} is outside of the epoch`;
    if (index >= 4096 || seen.has(offset * 4096 + index))
      return `committee ${index} of slot ${slot} is there twice`;
    seen.add(offset * 4096 + index);
    perSlot[offset] = (perSlot[offset] ?? 0) + 1;
  }
  const expected = perSlot[0] ?? 0;
  if (expected === 0 || perSlot.some((size) => size !== expected))
    return `slots have ${Math.min(...perSlot)} to ${Math.max(...perSlot)} committees; all must have the same number`;
  for (const [entry, slot] of committees.slots.entries()) {
    if ((committees.indices[entry] ?? 0) >= expected) return `slot ${slot} lacks a committee`;
  }
  return undefined;
}

/**
 * Every active validator is in exactly one committee of the epoch, and no other validator is in any.
 * @param isActive 1 for each validator index that is active in the epoch
 */
export function checkCommitteeCover(committees: Committees, isActive: Uint8Array): string | undefined {
  const seen = new Uint8Array(isActive.length);
  for (const index of committees.validators) {
    if (isActive[index] !== 1) return `validator ${index} is in a committee but not active`;
    if (seen[index] === 1) return `validator ${index} is in two committees`;
    seen[index] = 1;
  }
  const missing = isActive.findIndex((active, index) => active === 1 && seen[index] === 0);
  return missing === -1 ? undefined : `active validator ${missing} is in no committee`;
}

/** The duties name one proposer for each slot, and canonical blocks were proposed by theirs. */
export function checkProposers(
  duties: readonly { slot: number; validator_index: number }[],
  blocks: readonly Pick<BlockMessage, "slot" | "status" | "proposer_index">[],
  firstSlot: number,
  slotsPerEpoch: number,
): string | undefined {
  const bySlot = new Map(duties.map((duty) => [duty.slot, duty.validator_index]));
  for (let slot = firstSlot; slot < firstSlot + slotsPerEpoch; slot += 1) {
    // The genesis block has no proposer; nodes differ in whether they list slot 0.
    if (slot > 0 && !bySlot.has(slot)) return `no proposer duty for slot ${slot}`;
  }
  if (duties.some((duty) => duty.slot < firstSlot || duty.slot >= firstSlot + slotsPerEpoch))
    return "a proposer duty is outside the epoch";
  if (bySlot.size !== duties.length) return "a slot has two proposer duties";
  for (const block of blocks) {
    if (block.slot === 0 || block.status !== "canonical") continue;
    const duty = bySlot.get(block.slot);
    if (duty !== block.proposer_index)
      return `block ${block.slot} is by ${block.proposer_index}, but the duty was ${duty}'s`;
  }
  return undefined;
}

/** Marks the validators whose vote of the epoch is included in the blocks. */
export function includedValidators(
  committees: readonly CommitteeMessage[],
  blocks: readonly BlockMessage[],
): Set<number> {
  const included = new Set<number>();
  const bySlot = new Map(
    committees.map((committee) => {
      const validators = Array.from(unpack(Uint32Array, committee.validators));
      return [committee.slot, { sizes: committee.sizes, validators }];
    }),
  );
  for (const attestation of blocks.flatMap((block) => block.attestations)) {
    const committee = bySlot.get(attestation.slot);
    if (committee === undefined) continue;
    const members = attestation.committee_indices.flatMap((index) => {
      const first = committee.sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
      return committee.validators.slice(first, first + (committee.sizes[index] ?? 0));
    });
    for (const position of setBits(attestation.aggregation_bits)) {
      const validator = members[position];
      if (validator !== undefined) included.add(validator);
    }
  }
  return included;
}

/**
 * Attestation rewards of an epoch against the bits that its blocks carry. All zeros is what a node says while it
 * rebuilds its history; in a leak, though, attesters really earn nothing. A head that wasn't voted for costs in phase0
 * only, by whose rules an epoch is paid that ends before Altair.
 */
export function checkAttestationRewards(
  rewards: readonly AttestationReward[],
  included: ReadonlySet<number>,
  { isLeak, isPhase0 }: { isLeak: boolean; isPhase0: boolean },
): string | undefined {
  if (rewards.length === 0) return "the answer names no validator";
  const isZero = (reward: AttestationReward) =>
    reward.head === 0n && reward.target === 0n && reward.source === 0n;
  if (!isLeak && rewards.every(isZero)) return "all attestation rewards are zero";
  for (const reward of rewards) {
    const hasEarned = reward.target > 0n || reward.source > 0n || reward.head > 0n;
    if (hasEarned && !included.has(reward.validator_index))
      return `validator ${reward.validator_index} is rewarded, but its vote is in no block`;
    if (!isPhase0 && reward.head < 0n)
      return `validator ${reward.validator_index} has a negative head reward`;
  }
  return undefined;
}
