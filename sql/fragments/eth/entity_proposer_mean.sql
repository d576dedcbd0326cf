-- How well the validators of an entity proposed, as set_ratios.sql.
vaMeanOfSums(
  performance.is_complete, performance.proposer_effectiveness_mean_sum, performance.proposer_effectiveness_mean_count
) as avgProposerEffectiveness
