/**
 * Input of the computation: the raw facts of one epoch, as typed arrays. Built from tables by the facts loader or by
 * tests.
 */
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
  /** 0x and hex, one bit per seat; "" without a sync aggregate. */
  syncBits: string;
  isPayloadPresent: boolean;
  attestations: readonly IncludedAttestation[];
  slashings: readonly { validatorIndex: number; kind: "proposer" | "attester" }[];
};

/**
 * Balance of a sync committee member after `slot`, the amount that consolidations of the epoch transition move after
 * that (negative for a source), and the withdrawals in later blocks.
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

/** All inputs of one epoch's duties; the next epoch's facts are the second argument. */
export type EpochFacts = {
  epoch: number;
  spec: Spec;
  fork: Fork;
  slotsPerEpoch: number;
  /** One entry per slot, undefined if the slot was missed. */
  blocks: readonly (CanonicalBlock | undefined)[];
  /** One entry per slot. */
  committees: readonly SlotCommittees[];
  /** Root of the last block before the epoch's first slot. */
  parentRoot: string;
  /** Gloas: whether that block's payload was revealed; undefined if not needed or unknown. */
  isParentPayloadPresent?: boolean | undefined;
  /** Validator of each seat; empty before Altair. */
  syncCommittee: Uint32Array;
  /** By validator: withdrawable members whose balance was read; all others have enough for any penalty. */
  syncBalances: ReadonlyMap<number, SyncBalance>;
  /** Finalized epoch in the state at the next epoch's first slot. */
  finalizedEpochAfter: number;
  registry: Registry;
};
