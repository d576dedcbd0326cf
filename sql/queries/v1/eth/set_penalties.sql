-- Penalties in gwei of a private set, one row per period.
-- Counts and amounts are sums over its validators, all else is the unweighted mean of their daily values.
/* include fragments/eth/set_lives.sql */
select
  /* include fragments/eth/set_period_fields.sql */,
  /* include fragments/eth/set_validator_count.sql */,
  sumLateSourcePenalties + sumWrongTargetPenalties + sumLateTargetPenalties + sumWrongHeadPenalties
    + sumMissedAttestationPenalties + sumSyncCommitteePenalties as estimatedPenalties,
  sum(performance.late_source_penalty_gwei) as sumLateSourcePenalties,
  sum(performance.wrong_target_penalty_gwei) as sumWrongTargetPenalties,
  sum(performance.late_target_penalty_gwei) as sumLateTargetPenalties,
  sum(performance.wrong_head_penalty_gwei) as sumWrongHeadPenalties,
  sum(performance.missed_attestation_penalty_gwei) as sumMissedAttestationPenalties,
  sum(performance.sync_penalty_gwei) as sumSyncCommitteePenalties,
  /* include fragments/eth/record_state_fields.sql */
from fct_eth_validator_performance_daily as performance final
where
  /* include fragments/eth/set_days.sql */
  and /* include fragments/eth/asked_days.sql */
/* include fragments/eth/set_page.sql */
