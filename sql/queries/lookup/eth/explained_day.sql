-- The numbers of one validator's day as in the API's records, and its first and last epoch. Without duties a validator
-- has no record of a day, but its balance may have changed: the record's numbers are null then. No row without a record
-- or a balance comparison.
with
  recorded as (
    select day, start_epoch, end_epoch, is_complete
    from int_eth_day final
    where network = {network:String} and day_type = {dayType:String} and date = {date:Date}
  )
select
  {network:String} as network,
  {dayType:String} as day_type,
  {validatorIndex:UInt32} as validator_index,
  ifNull(any(performance.day), (select any(day) from recorded)) as day,
  ifNull(any(performance.start_epoch), (select any(start_epoch) from recorded)) as start_epoch,
  ifNull(any(performance.end_epoch), (select any(end_epoch) from recorded)) as end_epoch,
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
  if(sum(performance.unknown_slashing_count) = 0, toNullable(sum(performance.slashing_penalty_gwei)), null)
    as sumSlashingPenalties,
  sum(performance.slashes_received_count) as slashesReceived,
  sum(performance.slashes_collected_count) as slashesCollected,
  toBool(
    assumeNotNull(ifNull(min(performance.is_complete), (select any(is_complete) from recorded)) = 1)
  ) as isDayComplete
from fct_eth_validator_performance_daily as performance final
where
  performance.network = {network:String}
  and performance.day_type = {dayType:String}
  and performance.validator_index = {validatorIndex:UInt32}
  and performance.date = {date:Date}
having
  count() > 0
  or (
    select count()
    from fct_eth_validator_reconciliation_daily final
    where
      network = {network:String}
      and day_type = {dayType:String}
      and validator_index = {validatorIndex:UInt32}
      and day in (select recorded.day from recorded)
  ) > 0
-- Without rows the sum is null.
settings aggregate_functions_null_for_empty = 1
