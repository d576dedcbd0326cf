-- Attestation ratios of the validators of a set: means of their daily values over complete days (methodology: means).
vaMeanOfManyDays(performance.is_complete, performance.attester_effectiveness) as avgAttesterEffectiveness,
vaMeanOfManyDays(
  performance.is_complete, vaRatio(performance.attested_count, performance.attestation_duty_count)
) as avgUptime,
vaMeanOfManyDays(
  performance.is_complete, vaRatio(performance.correct_vote_count, performance.counted_vote_count)
) as avgCorrectness,
vaMeanOfManyDays(
  performance.is_complete, vaRatio(performance.inclusion_delay_sum, performance.attested_count)
) as avgInclusionDelay
