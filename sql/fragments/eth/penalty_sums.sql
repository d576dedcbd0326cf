-- Penalties in gwei of a group of days, in v1's order: sums, zero or below.
sumLateSourcePenalties + sumWrongTargetPenalties + sumLateTargetPenalties + sumWrongHeadPenalties
  + sumMissedAttestationPenalties + sumSyncCommitteePenalties as estimatedPenalties,
sum(performance.late_source_penalty_gwei) as sumLateSourcePenalties,
sum(performance.wrong_target_penalty_gwei) as sumWrongTargetPenalties,
sum(performance.late_target_penalty_gwei) as sumLateTargetPenalties,
sum(performance.wrong_head_penalty_gwei) as sumWrongHeadPenalties,
sum(performance.missed_attestation_penalty_gwei) as sumMissedAttestationPenalties,
sum(performance.sync_penalty_gwei) as sumSyncCommitteePenalties
