/** Counts of a validator's day, by their unit. */
import { duties, flags, type Listed, proposals, slashing, sync } from "./sources.ts";

export const counts: Readonly<Record<string, readonly Listed[]>> = {
  duties: [
    [
      "totalAttestationAssignments",
      "attestation_duty_count",
      "Count of attestation duties: one an epoch while active",
      duties,
    ],
    [
      "totalUniqueAttestations",
      "attested_count",
      "Count of duties whose vote is in a canonical block",
      duties,
    ],
    [
      "sumMissedAttestations",
      "attestation_duty_count - attested_count",
      "totalAttestationAssignments − totalUniqueAttestations",
      duties,
    ],
  ],
  inclusions: [
    [
      "totalAttestations",
      "attestation_count",
      "Σ inclusions of votes, each aggregate that holds one counted",
      duties,
    ],
  ],
  votes: [
    [
      "sumCorrectSource",
      "correct_source_count",
      "Count of included votes: a block takes only votes with the right source",
      flags,
    ],
    [
      "sumCorrectTarget",
      "correct_target_count",
      "Count of included votes whose target root is the canonical one, however late",
      flags,
    ],
    [
      "sumCorrectHead",
      "correct_head_count",
      "Count of included votes whose head root is the canonical one, however late",
      flags,
    ],
    ["sumWrongTargetVotes", "wrong_target_count", "totalUniqueAttestations − sumCorrectTarget", flags],
    ["sumWrongHeadVotes", "wrong_head_count", "totalUniqueAttestations − sumCorrectHead", flags],
    [
      "sumLateSourceVotes",
      "late_source_count",
      "Count of votes included later than ⌊√SLOTS_PER_EPOCH⌋ slots (5 of 32)",
      flags,
    ],
    [
      "sumLateTargetVotes",
      "late_target_count",
      "Count of votes included later than SLOTS_PER_EPOCH slots, before Deneb",
      flags,
    ],
    ["sumLateHeadVotes", "late_head_count", "Count of votes included later than 1 slot", flags],
  ],
  slots: [
    [
      "sumInclusionDelay",
      "inclusion_delay_sum",
      "Σ (slot of the first block with the vote − slot of the duty)",
      duties,
    ],
  ],
  signatures: [
    [
      "syncSignatureCount",
      "sync_signature_count",
      "Count of the validator's bits that sync aggregates of canonical blocks have",
      sync,
    ],
    [
      "sumMissedSyncSignatures",
      "if(sync_signature_count + sync_missed_count = 0, null, sync_missed_count)",
      "Count of the validator's bits that they don't have",
      sync,
    ],
  ],
  proposals: [
    [
      "proposerDutiesCount",
      "proposer_duty_count",
      "Count of slots in which the validator had to propose",
      proposals,
    ],
    ["proposedCount", "proposed_count", "Count of them with its canonical block", proposals],
    [
      "executionProposedEmptyCount",
      "proposed_empty_count",
      "Count of its canonical blocks without a transaction, since the merge",
      proposals,
    ],
  ],
  validators: [
    [
      "slashesReceived",
      "slashes_received_count",
      "Count of blocks that took in evidence against the validator",
      slashing,
    ],
    [
      "slashesCollected",
      "slashes_collected_count",
      "Count of validators that its canonical blocks slashed",
      slashing,
    ],
  ],
};
