-- Rate of return of a validator that was always active: the earned rate, or the current rate at its effectiveness of
-- the window.
with
  records as (
    select last_day, first_day, day_count, earnings_gwei, effective_balance_sum_gwei, execution_rewards_wei
    from fct_eth_validator_window final
    where
      network = {network:String}
      and validator_index = {validatorIndex:UInt32}
      and time_window = {window:String}
      and is_whole = 1
      and last_day = (
        select max(last_day) from fct_eth_entity_window
        where network = {network:String} and id_type = 'network'
      )
  )
select
  {validatorIndex:UInt32} as id,
  'validator' as idType,
  {window:String} as timeWindow,
  {aprType:String} as aprType,
  round(percentageConsensus + percentageExecution, 2) as percentage,
  if(
    {aprType:String} = 'backward',
    round(36500 * toInt128(any(records.earnings_gwei)) / nullIf(sum(records.effective_balance_sum_gwei), 0), 2),
    round(
      {baseRewardGwei:Nullable(UInt64)} * {epochsPerDay:UInt32} * 365 / 1e9
        * (
          select vaMean(performance.validator_effectiveness)
          from fct_eth_validator_performance_daily as performance final
          where
            performance.network = {network:String}
            and performance.day_type = 'chain'
            and performance.validator_index = {validatorIndex:UInt32}
            and performance.is_complete = 1
            and performance.day >= (select any(first_day) from records)
            and performance.day <= (select any(last_day) from records)
            and (select count() from records) > 0
        ),
      2
    )
  ) as percentageConsensus,
  if(
    {aprType:String} = 'backward',
    round(
      36500 * toFloat64(any(records.execution_rewards_wei)) / 1e9 / nullIf(sum(records.effective_balance_sum_gwei), 0),
      2
    ),
    if(count() = 0, null, round({networkExecutionPercentage:Nullable(Float64)}, 2))
  ) as percentageExecution,
  toUInt64(ifNull(round(sum(records.effective_balance_sum_gwei) / nullIf(any(records.day_count), 0)), 0))
    as activeStake,
  toUInt32(count()) as activeValidators
from records
/* include fragments/keyed_read.sql */
