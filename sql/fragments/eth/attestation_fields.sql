-- What was attested in a group of days: counts are sums, ratios are ratios of sums.
sum(performance.attestation_count) as totalAttestations,
sum(performance.attested_count) as totalUniqueAttestations,
sum(performance.attestation_duty_count) as totalAttestationAssignments,
sum(performance.correct_head_count) as sumCorrectHead,
sum(performance.correct_target_count) as sumCorrectTarget,
sum(performance.correct_source_count) as sumCorrectSource,
sum(performance.inclusion_delay_sum) as sumInclusionDelay,
vaRatio(sumInclusionDelay, totalUniqueAttestations) as avgInclusionDelay,
vaRatio(sum(performance.correct_vote_count), sum(performance.counted_vote_count)) as avgCorrectness,
vaRatio(totalUniqueAttestations, totalAttestationAssignments) as uptime
