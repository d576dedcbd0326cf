-- Attestation ratios of a validator in a group of days: ratios of sums.
vaRatio(sumInclusionDelay, totalUniqueAttestations) as avgInclusionDelay,
vaRatio(sum(performance.correct_vote_count), sum(performance.counted_vote_count)) as avgCorrectness,
vaRatio(totalUniqueAttestations, totalAttestationAssignments) as uptime
