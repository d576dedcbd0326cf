-- Attestations and sync signatures of one validator, one row per period. Accuracies are over duties.
-- Over several days counts are sums, ratios are ratios of sums, and ratings means of the complete days.
select
  /* include fragments/eth/record_period_fields.sql */,
  vaMeanOfDays(performance.is_complete, performance.attester_effectiveness) as attesterEffectiveness,
  vaRatio(totalUniqueAttestations, totalAttestationAssignments) as uptime,
  vaRatio(sum(performance.correct_vote_count), sum(performance.counted_vote_count)) as avgCorrectness,
  vaRatio(sumCorrectSource, totalAttestationAssignments) as sourceAccuracy,
  vaRatio(sumCorrectTarget, totalAttestationAssignments) as targetAccuracy,
  vaRatio(sumCorrectHead, totalAttestationAssignments) as headAccuracy,
  vaRatio(sumInclusionDelay, totalUniqueAttestations) as avgInclusionDelay,
  sum(performance.inclusion_delay_sum) as sumInclusionDelay,
  sum(performance.attestation_duty_count) as totalAttestationAssignments,
  sum(performance.attestation_count) as totalAttestations,
  sum(performance.attested_count) as totalUniqueAttestations,
  sum(performance.attestation_duty_count - performance.attested_count) as sumMissedAttestations,
  sum(performance.correct_head_count) as sumCorrectHead,
  sum(performance.correct_target_count) as sumCorrectTarget,
  sum(performance.correct_source_count) as sumCorrectSource,
  sum(performance.wrong_head_count) as sumWrongHeadVotes,
  sum(performance.wrong_target_count) as sumWrongTargetVotes,
  sum(performance.late_head_count) as sumLateHeadVotes,
  sum(performance.late_target_count) as sumLateTargetVotes,
  sum(performance.late_source_count) as sumLateSourceVotes,
  sum(performance.sync_signature_count) as syncSignatureCount,
  if(
    sum(performance.sync_signature_count + performance.sync_missed_count) = 0, null, sum(performance.sync_missed_count)
  ) as sumMissedSyncSignatures,
  /* include fragments/eth/record_state_fields.sql */
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = {dayType:String}
  and /* include fragments/eth/asked_days.sql */
/* include fragments/eth/record_page.sql */
