-- set_ratios.sql for an entity, whose days store sums and counts of its validators' values.
vaMeanOfSums(
  performance.is_complete, performance.attester_effectiveness_mean_sum, performance.attester_effectiveness_mean_count
) as avgAttesterEffectiveness,
vaMeanOfSums(performance.is_complete, performance.uptime_mean_sum, performance.uptime_mean_count) as avgUptime,
vaMeanOfSums(
  performance.is_complete, performance.correctness_mean_sum, performance.correctness_mean_count
) as avgCorrectness,
vaMeanOfSums(
  performance.is_complete, performance.inclusion_delay_mean_sum, performance.correctness_mean_count
) as avgInclusionDelay
