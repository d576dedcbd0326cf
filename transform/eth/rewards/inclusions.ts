/**
 * Duty accounting: the fulfilled attestation duties of an epoch with their delay and correctness, and the proposers'
 * rewards for including them. It starts from the committees, so a missed duty is an entry like any other. Typed arrays
 * by validator index throughout: about 2 million bits for a mainnet epoch.
 */
import { elementAt } from "../../../lib/elementAt.ts";
import { FactsError } from "../../../lib/errors.ts";
import { activeIncrements, baseReward } from "./base.ts";
import type { CanonicalBlock, EpochFacts, IncludedAttestation } from "./facts.ts";
import { type ForkRule, forkRules, weights } from "./rules.ts";
import { byValidator, countShift, createSeats, delayShift, type Seats, seatIncrements } from "./seats.ts";

/** Bits of `Inclusions.votes`, and the low bits of `vote_flags` in fct_eth_validator_duty_epoch. */
export const voteBits = {
  duty: 1,
  targetCorrect: 2,
  headCorrect: 4,
  sourceTimely: 8,
  targetTimely: 16,
  headTimely: 32,
  slashed: 64,
} as const;

const timelyShift = 3;

/** All arrays are by validator index; a validator without a duty has zeros. */
export type Inclusions = {
  votes: Uint8Array;
  /** Slots between duty and first inclusion; 0 is missed. */
  delay: Uint8Array;
  /** Inclusions, duplicates counted. */
  count: Uint16Array;
  dutyCount: number;
  /** By block that included attestations of this epoch. */
  proposerRewards: { slot: number; rewardGwei: number; attestationCount: number }[];
  /** Proposer of the first inclusion's block; only phase0's rules use it, which pay the proposer at the end. */
  includerSlot: Uint32Array | undefined;
};

/** Base reward times weight, summed for each combination of the three flags. */
const weightOfFlags = Uint8Array.from({ length: 8 }, (_, flags) => {
  const { source, target, head } = weights;
  return (flags & 1 ? source : 0) + (flags & 2 ? target : 0) + (flags & 4 ? head : 0);
});

/** floor(sqrt(slots per epoch)): later than this a source vote isn't timely (altair, get_attestation_participation_flag_indices). */
export function sourceDelayMax(slotsPerEpoch: number): number {
  return Math.floor(Math.sqrt(slotsPerEpoch));
}

type Accounting = {
  facts: EpochFacts;
  seats: Seats;
  includerSlot: Uint32Array | undefined;
  /** Canonical root as of each slot of the epoch: that of the last block at or before it. */
  roots: string[];
  /** 1 where a block was proposed in that slot with its payload present. */
  payloadPresent: Uint8Array;
  hasBlock: Uint8Array;
};

/** Base rewards of the epoch of an including block, and effective balances by validator (and by seat). */
type Paying = { byIncrements: Float64Array; increments: Uint16Array; bySeat: Uint16Array | undefined };

/** Flags that this vote can earn at this delay (1 source, 2 target, 4 head). */
function timelyFlags(
  rule: ForkRule,
  delay: number,
  slots: number,
  isTarget: boolean,
  isHead: boolean,
): number {
  const isSourceTimely = rule.accounting === "components" || delay <= sourceDelayMax(slots);
  const isTargetTimely =
    isTarget && (rule.accounting === "components" || !rule.isTargetDelayLimited || delay <= slots);
  const isHeadTimely = isTarget && isHead && (rule.accounting === "components" || delay === 1);
  return (isSourceTimely ? 1 : 0) | (isTargetTimely ? 2 : 0) | (isHeadTimely ? 4 : 0);
}

function isPayloadVoteRight(state: Accounting, attestation: IncludedAttestation, offset: number): boolean {
  // A vote for the block of its own slot can't know the payload yet: its index is 0 (gloas, is_attestation_same_slot).
  if (state.hasBlock[offset] === 1 && state.roots[offset] === attestation.beaconBlockRoot)
    return attestation.payloadIndex === 0;
  // Timely heads are included by the voted block's child, which checks its parent's payload (parent_slot).
  const votedOffset = state.roots.indexOf(attestation.beaconBlockRoot);
  const isInEpoch = state.hasBlock[votedOffset] === 1;
  // Nearly all payloads are revealed, so one of an unknown block before the epoch is assumed to be.
  const isPresent = isInEpoch
    ? state.payloadPresent[votedOffset] === 1
    : (state.facts.isParentPayloadPresent ?? true);
  return attestation.payloadIndex === Number(isPresent);
}

/**
 * Marks one attestation's bits.
 * @returns the numerator of the proposer's reward: base reward times weight over newly set flags, in Gwei.
 */
function markAttestation(
  state: Accounting,
  attestation: IncludedAttestation,
  block: CanonicalBlock,
  rule: ForkRule,
  { byIncrements, increments, bySeat }: Paying,
): number {
  const { facts, seats, includerSlot } = state;
  const offset = attestation.slot - facts.epoch * facts.slotsPerEpoch;
  const committees = facts.committees[offset];
  if (committees === undefined) throw badBits(block, attestation, `its target is epoch ${facts.epoch}`);
  const delay = block.slot - attestation.slot;
  if (delay < 1) throw badBits(block, attestation, "it comes before its slot is over");
  const isTarget = attestation.targetRoot === state.roots[0];
  const isHead = attestation.beaconBlockRoot === state.roots[offset];
  const isPayloadRight = !rule.isPayloadVoted || isPayloadVoteRight(state, attestation, offset);
  const timely = timelyFlags(rule, delay, facts.slotsPerEpoch, isTarget, isHead && isPayloadRight);
  const marks =
    (isTarget ? voteBits.targetCorrect : 0) | (isHead ? voteBits.headCorrect : 0) | (timely << timelyShift);
  const bits = Buffer.from(attestation.aggregationBits.slice(2), "hex");
  const { offsets, validators } = committees;
  const { seen } = seats;
  const firstSeat = elementAt(seats.starts, offset);
  const weightOf = weightOfFlags;
  const first = (delay & 0xff) << delayShift;
  const delayMask = 0xff << delayShift;
  const one = 1 << countShift;
  let numerator = 0;
  let bit = 0;
  for (let c = 0; c < attestation.committeeIndices.length; c++) {
    const committee = elementAt(attestation.committeeIndices, c);
    const start = offsets[committee];
    const end = offsets[committee + 1];
    if (start === undefined || end === undefined)
      throw badBits(block, attestation, `committee ${committee} doesn't exist`);
    for (let member = start; member < end; member++, bit++) {
      if ((((bits[bit >> 3] as number) >> (bit & 7)) & 1) === 0) continue;
      const seat = firstSeat + member;
      const before = seen[seat] as number;
      const newFlags = timely & ~(before >> timelyShift);
      if (newFlags !== 0)
        numerator +=
          (byIncrements[
            (bySeat === undefined ? increments[validators[member] as number] : bySeat[seat]) as number
          ] as number) * (weightOf[newFlags] as number);
      const isFirst = (before & delayMask) === 0;
      seen[seat] = (((isFirst ? before | first : before) | marks) + one) | 0;
      if (isFirst && includerSlot !== undefined) includerSlot[validators[member] as number] = block.slot;
    }
  }
  const length = bits.length * 8 - Math.clz32(bits[bits.length - 1] ?? 0) + 24 - 1;
  if (length !== bit) throw badBits(block, attestation, `${length} bits for ${bit} committee members`);
  return numerator;
}

function badBits(block: CanonicalBlock, attestation: IncludedAttestation, what: string): FactsError {
  return new FactsError(
    `The attestation for slot ${attestation.slot} in the block of slot ${block.slot} doesn't fit its committees: ${what}`,
    {
      code: "bad_aggregation_bits",
      meta: { block_slot: block.slot, attested_slot: attestation.slot },
    },
  );
}

/** An epoch's facts are used for it and for the previous epoch. */
const checked = new WeakSet<EpochFacts>();

/** @throws FactsError when committees name more members than they have, or unknown validators. */
function checkCommittees(facts: EpochFacts): void {
  if (checked.has(facts)) return;
  const { committees, epoch, slotsPerEpoch, registry } = facts;
  for (const [offset, { offsets, validators }] of committees.entries()) {
    const seats = offsets[offsets.length - 1];
    let highest = -1;
    for (let i = 0; i < validators.length; i++)
      if ((validators[i] as number) > highest) highest = validators[i] as number;
    if (seats === validators.length && highest < registry.size) continue;
    const slot = epoch * slotsPerEpoch + offset;
    const what =
      seats === validators.length
        ? `validator ${highest} is not in the registry`
        : `${seats} seats for ${validators.length} members`;
    throw new FactsError(`The committees of slot ${slot} can't be right: ${what}`, {
      code: "bad_committees",
      meta: { slot },
    });
  }
  checked.add(facts);
}

function canonicalRoots(facts: EpochFacts): string[] {
  let root = facts.parentRoot;
  return facts.blocks.map((block) => {
    root = block?.root ?? root;
    return root;
  });
}

/**
 * Accounts for the attestation duties of `facts.epoch`, which blocks of that epoch and the next can include.
 * Proposer rewards: floor of the numerator over (64 - 8) * 64 / 8, for each attestation (altair, process_attestation);
 * base rewards are those of the including block's epoch.
 * @throws FactsError when bits don't fit the committees, or committees the registry.
 */
export function accountInclusions(facts: EpochFacts, next: EpochFacts): Inclusions {
  checkCommittees(facts);
  checkCommittees(next);
  const size = Math.max(facts.registry.size, next.registry.size);
  const paidRule = forkRules[next.fork];
  const isComponents = paidRule.accounting === "components";
  const includerSlot = isComponents ? new Uint32Array(size) : undefined;
  const proposerRewards: Inclusions["proposerRewards"] = [];
  const state: Accounting = {
    facts,
    seats: createSeats(facts.committees, voteBits.duty),
    includerSlot,
    roots: canonicalRoots(facts),
    hasBlock: Uint8Array.from(facts.blocks, (block) => (block === undefined ? 0 : 1)),
    payloadPresent: Uint8Array.from(facts.blocks, (block) => (block?.isPayloadPresent ? 1 : 0)),
  };
  const denominator = ((weights.denominator - weights.proposer) * weights.denominator) / weights.proposer;
  for (const epochFacts of [facts, next]) {
    const { accounting } = forkRules[epochFacts.fork];
    const { byIncrements } = baseReward(epochFacts.spec, activeIncrements(epochFacts), accounting);
    const paying: Paying = {
      byIncrements,
      increments: epochFacts.registry.increments,
      // Nearly all votes are included in their own epoch.
      bySeat: epochFacts === facts ? seatIncrements(facts).values : undefined,
    };
    for (const block of epochFacts.blocks) {
      if (block === undefined) continue;
      // Votes of the last phase0 epoch are translated into flags at the upgrade, by Altair's rules.
      const rule = forkRules[block.fork].accounting === "components" ? paidRule : forkRules[block.fork];
      let rewardGwei = 0;
      let attestationCount = 0;
      for (const attestation of block.attestations) {
        if (attestation.targetEpoch !== facts.epoch) continue;
        const numerator = markAttestation(state, attestation, block, rule, paying);
        if (forkRules[block.fork].accounting === "flags") rewardGwei += Math.floor(numerator / denominator);
        attestationCount += 1;
      }
      if (attestationCount > 0) proposerRewards.push({ slot: block.slot, rewardGwei, attestationCount });
    }
  }
  return {
    ...byValidator(state.seats, facts.committees, size),
    dutyCount: state.seats.seen.length,
    proposerRewards,
    includerSlot,
  };
}
