/* ---
grain: network, validator_index, time_window
reads: [fct_eth_validator_performance_daily, int_eth_validator_entity_daily, dim_eth_validator]
window: window_validator
--- */
-- Earnings and stake of validators in each time window. Epochs of missing days count for no validator. Arrays hold a
-- value per window, so that a day is read and grouped once.
insert into fct_eth_validator_window
with
  days as (
    select
      validator_index,
      /* include fragments/eth/earnings_of_day.sql */ as earnings_gwei,
      unknown_slashing_count,
      effective_balance_gwei,
      tips_wei + baseline_mev_wei as execution_wei,
      unknown_execution_count,
      arrayMap(first_day -> day >= first_day, {apr_first_days:Array(UInt32)}) as is_within
    from fct_eth_validator_performance_daily final
    where
      network = {network:String}
      and day_type = 'chain'
      and day in (select arrayJoin({apr_days:Array(UInt32)}))
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
  ),
  -- For every validator with a day, including those without a day in any window, so that no outdated row remains.
  sums as (
    select
      validator_index,
      sumForEach(is_within) as day_counts,
      sumForEach(arrayMap(within -> within and effective_balance_gwei is not null, is_within)) as known_day_counts,
      sumForEach(arrayMap(within -> within * earnings_gwei, is_within)) as earnings,
      sumForEach(arrayMap(within -> within * days.unknown_slashing_count, is_within)) as unknown_slashing_counts,
      sumForEach(arrayMap(within -> within * ifNull(effective_balance_gwei, 0), is_within)) as effective_balance_sums,
      sumForEach(arrayMap(within -> within * execution_wei, is_within)) as execution_sums,
      sumForEach(arrayMap(within -> within * days.unknown_execution_count, is_within)) as unknown_counts
    from days
    group by validator_index
  ),
  belongings as (
    select
      validator_index,
      sumForEach(arrayMap(first_day -> day >= first_day, {apr_first_days:Array(UInt32)})) as day_counts,
      -- A day outside of a window is the other extreme.
      minForEach(
        arrayMap(first_day -> if(day >= first_day, entities_hash, bitNot(toUInt64(0))), {apr_first_days:Array(UInt32)})
      ) as lowest,
      maxForEach(
        arrayMap(first_day -> if(day >= first_day, entities_hash, toUInt64(0)), {apr_first_days:Array(UInt32)})
      ) as highest
    from int_eth_validator_entity_daily final
    where
      network = {network:String}
      and day_type = 'chain'
      and day in (select arrayJoin({apr_days:Array(UInt32)}))
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
    group by validator_index
  )
select
  {network:String} as network,
  sums.validator_index as validator_index,
  time_window,
  {last_day:UInt32} as last_day,
  first_day,
  day_count,
  if(sums.unknown_slashing_counts[place] = 0, sums.earnings[place], null) as earnings_gwei,
  sums.effective_balance_sums[place] as effective_balance_sum_gwei,
  if({is_execution_known:UInt8} and sums.unknown_counts[place] = 0, sums.execution_sums[place], null)
    as execution_rewards_wei,
  sums.day_counts[place] = day_count
    and sums.known_day_counts[place] = day_count
    and validators.activation_epoch <= first_epoch
    and (validators.exit_epoch is null or validators.exit_epoch > {last_epoch:UInt32}) as is_whole,
  belongings.day_counts[place] = day_count and belongings.lowest[place] = belongings.highest[place] as is_steady,
  {version:UInt64} as version
from sums
inner join (
  select validator_index, activation_epoch, exit_epoch
  from dim_eth_validator final
  where network = {network:String} and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
) as validators on validators.validator_index = sums.validator_index
left join belongings on belongings.validator_index = sums.validator_index
array join
  {time_windows:Array(String)} as time_window,
  {apr_first_days:Array(UInt32)} as first_day,
  {apr_day_counts:Array(UInt32)} as day_count,
  {apr_first_epochs:Array(UInt32)} as first_epoch,
  arrayEnumerate({time_windows:Array(String)}) as place
