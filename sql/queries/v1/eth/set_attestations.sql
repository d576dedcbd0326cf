-- Attestations and sync signatures of a private set, one row per period.
-- Counts and amounts are sums over its validators, all else is the unweighted mean of their daily values.
/* include fragments/eth/set_lives.sql */
select
  /* include fragments/eth/set_period_fields.sql */,
  /* include fragments/eth/set_validator_count.sql */,
  /* include fragments/eth/set_ratios.sql */,
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
  syncSignatureCount as sumSyncSignatureCount,
  if(
    sum(performance.sync_signature_count + performance.sync_missed_count) = 0, null, sum(performance.sync_missed_count)
  ) as sumMissedSyncSignatures,
  /* include fragments/eth/record_state_fields.sql */
from fct_eth_validator_performance_daily as performance final
where
  /* include fragments/eth/set_days.sql */
  and /* include fragments/eth/asked_days.sql */
/* include fragments/eth/set_page.sql */
