/** What the maths reads: the raw facts of one epoch, as typed arrays. Built from tables by facts loader or by tests. */
import type { Fork } from "../../../schemas/eth/events.ts";
import type { Spec } from "./rules.ts";

/** An attestation as included. */
export type IncludedAttestation = {
  slot: number;
  targetEpoch: number;
  committeeIndices: ArrayLike<number>;
  /** 0x and hex of the SSZ bitlist. */
  aggregationBits: string;
  beaconBlockRoot: string;
  targetRoot: string;
  payloadIndex: number;
};

/** A canonical block. */
export type CanonicalBlock = {
  slot: number;
  root: string;
  fork: Fork;
  proposerIndex: number;
  /** 0x and hex, one bit a seat; "" where there is no sync aggregate. */
  syncBits: string;
  isPayloadPresent: boolean;
  attestations: readonly IncludedAttestation[];
  slashings: readonly { validatorIndex: number; kind: "proposer" | "attester" }[];
};

/**
 * What a member of the sync committee has after `slot`, what consolidations of the epoch's transition move after that
 * (negative for a source), and what the blocks behind pay out to it.
 */
export type SyncBalance = {
  slot: number;
  gwei: number;
  movedGwei: number;
  withdrawals: { slot: number; gwei: number }[];
};

/** The committees of one slot: committee i has the members [offsets[i], offsets[i + 1]) of `validators`. */
export type SlotCommittees = { offsets: Uint32Array; validators: Uint32Array };

/** The registry in the state at an epoch's first slot, by validator index. */
export type Registry = {
  size: number;
  /** Effective balance in increments (EFFECTIVE_BALANCE_INCREMENT, 1 ETH). */
  increments: Uint16Array;
  isSlashed: Uint8Array;
  exitEpoch: Float64Array;
  /** Far future is 2^64 - 1 rounded to a double: compared, never added to. */
  withdrawableEpoch: Float64Array;
  activationEpoch: Float64Array;
};

/** Everything that one epoch's duties are computed from; the next epoch's facts are the second argument. */
export type EpochFacts = {
  epoch: number;
  spec: Spec;
  fork: Fork;
  slotsPerEpoch: number;
  /** One entry a slot, undefined where the slot was missed. */
  blocks: readonly (CanonicalBlock | undefined)[];
  /** One entry a slot. */
  committees: readonly SlotCommittees[];
  /** Root of the last block before the epoch's first slot. */
  parentRoot: string;
  /** Gloas: whether that block's payload was revealed; undefined where it isn't needed or known. */
  isParentPayloadPresent?: boolean | undefined;
  /** Validator of each seat; empty before Altair. */
  syncCommittee: Uint32Array;
  /** By validator: members that are withdrawable, where the listener told; the others have enough for any penalty. */
  syncBalances: ReadonlyMap<number, SyncBalance>;
  /** Finalized epoch in the state at the next epoch's first slot. */
  finalizedEpochAfter: number;
  registry: Registry;
};
