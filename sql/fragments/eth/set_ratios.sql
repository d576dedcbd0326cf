-- How well the validators of a set attested: means of their daily values over complete days (methodology: means).
vaMeanOfDays(performance.is_complete, performance.attester_effectiveness) as avgAttesterEffectiveness,
vaMeanOfDays(
  performance.is_complete, vaRatio(performance.attested_count, performance.attestation_duty_count)
) as avgUptime,
vaMeanOfDays(
  performance.is_complete, vaRatio(performance.correct_vote_count, performance.counted_vote_count)
) as avgCorrectness,
vaMeanOfDays(
  performance.is_complete, vaRatio(performance.inclusion_delay_sum, performance.attested_count)
) as avgInclusionDelay
