-- Attestation counts of a group of days: sums.
sum(performance.attestation_count) as totalAttestations,
sum(performance.attested_count) as totalUniqueAttestations,
sum(performance.attestation_duty_count) as totalAttestationAssignments,
sum(performance.correct_head_count) as sumCorrectHead,
sum(performance.correct_target_count) as sumCorrectTarget,
sum(performance.correct_source_count) as sumCorrectSource,
sum(performance.inclusion_delay_sum) as sumInclusionDelay
