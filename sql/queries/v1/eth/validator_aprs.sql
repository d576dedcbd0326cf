-- Rate of return of a validator in some time windows, one row each: like v0's validator_apr.sql, but without a rate if
-- it was not always active.
with (
  select groupArray((performance.day, performance.validator_effectiveness))
  from fct_eth_validator_performance_daily as performance final
  where
    performance.network = {network:String}
    and performance.day_type = 'chain'
    and performance.validator_index = {validatorIndex:UInt32}
    and performance.is_complete = 1
) as ratings
select
  {validatorIndex:UInt32} as id,
  'validator' as idType,
  requested.time_window as timeWindow,
  {aprType:String} as aprType,
  round(percentageConsensus + percentageExecution, 2) as percentage,
  if(
    {aprType:String} = 'backward',
    round(36500 * toInt128(records.earnings_gwei) / nullIf(records.effective_balance_sum_gwei, 0), 2),
    round(
      {baseRewardGwei:Nullable(UInt64)} * {epochsPerDay:UInt32} * 365 / 1e9
        * if(
          records.day_count = 0,
          null,
          arrayReduce(
            'avgOrNull',
            arraySort(
              arrayFilter(one -> one.1 >= records.first_day and one.1 <= records.last_day, ratings).2
            )
          )
        ),
      2
    )
  ) as percentageConsensus,
  if(
    {aprType:String} = 'backward',
    round(
      36500 * toFloat64(records.execution_rewards_wei) / 1e9 / nullIf(records.effective_balance_sum_gwei, 0), 2
    ),
    if(records.day_count = 0, null, round(whole.mean_execution_percentage, 2))
  ) as percentageExecution,
  toUInt64(ifNull(round(records.effective_balance_sum_gwei / nullIf(records.day_count, 0)), 0)) as activeStake,
  toUInt32(records.day_count > 0) as activeValidators
from (select arrayJoin({windows:Array(String)}) as time_window) as requested
left join (
  select
    time_window, last_day, first_day, day_count, earnings_gwei, effective_balance_sum_gwei, execution_rewards_wei
  from fct_eth_validator_window final
  where
    network = {network:String}
    and validator_index = {validatorIndex:UInt32}
    and is_whole = 1
    and last_day = (
      select max(last_day) from fct_eth_entity_window
      where network = {network:String} and id_type = 'network'
    )
) as records on records.time_window = requested.time_window
left join (
  select time_window, mean_execution_percentage
  from fct_eth_network_window final
  where network = {network:String}
) as whole on whole.time_window = requested.time_window
order by indexOf({windows:Array(String)}, requested.time_window) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1, output_format_parallel_formatting = 0, compile_expressions = 0
