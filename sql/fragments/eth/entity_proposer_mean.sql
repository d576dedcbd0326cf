-- Proposer effectiveness of an entity, in the same way as set_ratios.sql.
vaMeanOfSums(
  performance.is_complete, performance.proposer_effectiveness_mean_sum, performance.proposer_effectiveness_mean_count
) as avgProposerEffectiveness
