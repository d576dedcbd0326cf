/** Versions of computed rows: the model revision, then the facts known at the computation. */
import { packVersion } from "../../lib/version.ts";

/** Raised when the maths changes, so that a replay's rows stand above older ones. */
export const modelRevision = 7;

/** A longer history can only raise scores, so the row with more known facts has the higher version. */
const epochVersion = { revision: 16, carried_score: 48 } as const;

export function versionOfEpoch(carriedScore: number): bigint {
  return packVersion(epochVersion, { revision: modelRevision, carried_score: carriedScore });
}

/**
 * Of two proofs against one validator the earlier one slashed it. Slot 0 has no block, so that 2^40 less the slot fits
 * into its bits; the revision counts from 0, because rows have always been 2^40 times the revision less the slot.
 */
const slashingVersion = { previous_revision: 24, earliness: 40 } as const;

export function versionOfSlashing(slot: number): bigint {
  return packVersion(slashingVersion, {
    previous_revision: modelRevision - 1,
    earliness: 2n ** 40n - BigInt(slot),
  });
}

/** A correlation penalty's: how many epochs of its window are known. */
export const correlationVersion = { revision: 48, known_epochs: 16 } as const;

/** A proposal's: its model counts the fields. */
export const proposalVersion = {
  revision: 30,
  is_attestation_known: 1,
  is_orphaned: 1,
  blocks_before: 32,
} as const;

/** Version of a record of epochs of a day: the number of epochs, then their known facts. */
export const dayVersion = { revision: 8, epochs: 12, knowledge: 44 } as const;
