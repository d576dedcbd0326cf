-- Rate of return of an entity's validators that were always active and always its own: the earned rate, or the current
-- rate at the effectiveness of the window.
select
  {id:String} as id,
  {idType:String} as idType,
  {window:String} as timeWindow,
  {aprType:String} as aprType,
  round(percentageConsensus + percentageExecution, 2) as percentage,
  if(
    {aprType:String} = 'backward',
    round(36500 * toInt128(any(records.apr_earnings_gwei)) / nullIf(sum(records.apr_balance_sum_gwei), 0), 2),
    round(
      {baseRewardGwei:Nullable(UInt64)} * {epochsPerDay:UInt32} * 365 / 1e9
        * if(sum(records.apr_validator_count) = 0, null, any(records.validator_effectiveness)),
      2
    )
  ) as percentageConsensus,
  if(
    {aprType:String} = 'backward',
    round(36500 * toFloat64(any(records.apr_execution_wei)) / 1e9 / nullIf(sum(records.apr_balance_sum_gwei), 0), 2),
    if(sum(records.apr_validator_count) = 0, null, round({networkExecutionPercentage:Nullable(Float64)}, 2))
  ) as percentageExecution,
  toUInt64(ifNull(round(sum(records.apr_balance_sum_gwei) / nullIf(any(records.apr_day_count), 0)), 0)) as activeStake,
  sum(records.apr_validator_count) as activeValidators
from fct_eth_entity_window as records final
where
  records.network = {network:String}
  and records.id_type = {idType:String}
  and records.entity = {id:String}
  and records.time_window = {window:String}
/* include fragments/keyed_read.sql */
