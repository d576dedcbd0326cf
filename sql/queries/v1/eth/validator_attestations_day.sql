-- validator_attestations.sql for days: a day is a single row, so nothing is grouped.
select
  /* include fragments/eth/record_day_fields.sql */,
  performance.attester_effectiveness as attesterEffectiveness,
  vaRatio(totalUniqueAttestations, totalAttestationAssignments) as uptime,
  vaRatio(performance.correct_vote_count, performance.counted_vote_count) as avgCorrectness,
  vaRatio(sumCorrectSource, totalAttestationAssignments) as sourceAccuracy,
  vaRatio(sumCorrectTarget, totalAttestationAssignments) as targetAccuracy,
  vaRatio(sumCorrectHead, totalAttestationAssignments) as headAccuracy,
  vaRatio(sumInclusionDelay, totalUniqueAttestations) as avgInclusionDelay,
  performance.inclusion_delay_sum as sumInclusionDelay,
  performance.attestation_duty_count as totalAttestationAssignments,
  performance.attestation_count as totalAttestations,
  performance.attested_count as totalUniqueAttestations,
  totalAttestationAssignments - totalUniqueAttestations as sumMissedAttestations,
  performance.correct_head_count as sumCorrectHead,
  performance.correct_target_count as sumCorrectTarget,
  performance.correct_source_count as sumCorrectSource,
  performance.wrong_head_count as sumWrongHeadVotes,
  performance.wrong_target_count as sumWrongTargetVotes,
  performance.late_head_count as sumLateHeadVotes,
  performance.late_target_count as sumLateTargetVotes,
  performance.late_source_count as sumLateSourceVotes,
  performance.sync_signature_count as syncSignatureCount,
  if(performance.sync_signature_count + performance.sync_missed_count = 0, null, performance.sync_missed_count)
    as sumMissedSyncSignatures,
  /* include fragments/eth/record_day_state_fields.sql */
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = {dayType:String}
  and /* include fragments/eth/requested_days.sql */
/* include fragments/eth/record_day_page.sql */
/* include fragments/keyed_read.sql */
