-- The numbers of one validator's day as the API's records have them, and its first and last epoch.
-- No row without a record.
select
  any(performance.network) as network,
  toString(any(performance.day_type)) as day_type,
  any(performance.validator_index) as validator_index,
  any(performance.day) as day,
  any(performance.start_epoch) as start_epoch,
  any(performance.end_epoch) as end_epoch,
  any(performance.validator_effectiveness) as validatorEffectiveness,
  any(performance.attester_effectiveness) as attesterEffectiveness,
  any(performance.proposer_effectiveness) as proposerEffectiveness,
  vaRatio(sum(performance.attested_count), sum(performance.attestation_duty_count)) as uptime,
  vaRatio(sum(performance.correct_vote_count), sum(performance.counted_vote_count)) as avgCorrectness,
  vaRatio(sum(performance.inclusion_delay_sum), sum(performance.attested_count)) as avgInclusionDelay,
  /* include fragments/eth/attestation_sums.sql */,
  /* include fragments/eth/sync_missed_sum.sql */,
  /* include fragments/eth/proposal_sums.sql */,
  /* include fragments/eth/reward_sums.sql */,
  /* include fragments/eth/penalty_sums.sql */,
  sum(performance.inactivity_penalty_gwei) as sumInactivityPenalties,
  sum(performance.slashing_penalty_gwei) as sumSlashingPenalties,
  sum(performance.slashes_received_count) as slashesReceived,
  sum(performance.slashes_collected_count) as slashesCollected,
  toBool(min(performance.is_complete) = 1) as isDayComplete
from fct_eth_validator_performance_daily as performance final
where
  performance.network = {network:String}
  and performance.day_type = {dayType:String}
  and performance.validator_index = {validatorIndex:UInt32}
  and performance.date = {date:Date}
having count() > 0
