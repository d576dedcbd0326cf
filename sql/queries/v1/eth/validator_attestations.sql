-- Attestations and sync signatures of validators, one row per validator and period. Accuracies are over duties.
-- Over several days, counts are sums, ratios are ratios of sums, and ratings are means of the complete days.
select
  /* include fragments/eth/record_period_fields.sql */,
  vaMeanOfDays(performance.is_complete, performance.attester_effectiveness) as attesterEffectiveness,
  vaRatio(totalUniqueAttestations, totalAttestationAssignments) as uptime,
  vaRatio(sum(performance.correct_vote_count), sum(performance.counted_vote_count)) as avgCorrectness,
  vaRatio(sumCorrectSource, totalAttestationAssignments) as sourceAccuracy,
  vaRatio(sumCorrectTarget, totalAttestationAssignments) as targetAccuracy,
  vaRatio(sumCorrectHead, totalAttestationAssignments) as headAccuracy,
  vaRatio(sumInclusionDelay, totalUniqueAttestations) as avgInclusionDelay,
  /* include fragments/eth/attestation_sums.sql */,
  /* include fragments/eth/sync_missed_sum.sql */,
  /* include fragments/eth/record_state_fields.sql */
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = {dayType:String}
  and /* include fragments/eth/requested_days.sql */
/* include fragments/eth/record_page.sql */
