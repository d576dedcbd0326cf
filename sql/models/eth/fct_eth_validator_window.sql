/* ---
grain: network, validator_index, time_window
reads: [fct_eth_validator_performance_daily, dim_eth_validator]
window: window_validator
--- */
-- Earnings and stake of validators in each time window. Epochs of days that are missing count for nobody.
insert into fct_eth_validator_window
with
  days as (
    select
      validator_index,
      day,
      /* include fragments/eth/earnings_of_day.sql */ as earnings_gwei,
      effective_balance_gwei
    from fct_eth_validator_performance_daily final
    where
      network = {network:String}
      and day_type = 'chain'
      and day in (select arrayJoin({apr_days:Array(UInt32)}))
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
  ),
  named as (
    select
      *,
      arrayJoin(arrayZip(
        {time_windows:Array(String)}, {apr_first_days:Array(UInt32)}, {apr_day_counts:Array(UInt32)},
        {apr_first_epochs:Array(UInt32)}
      )) as time_window,
      day >= time_window.2 as is_within
    from days
  ),
  -- Of everybody who has a day, also where none of a window: so no row stays behind.
  windows as (
    select
      validator_index,
      time_window,
      countIf(is_within) as days,
      countIf(is_within and effective_balance_gwei is not null) as known_days,
      sumIf(earnings_gwei, is_within) as earnings_gwei,
      sumIf(ifNull(effective_balance_gwei, 0), is_within) as effective_balance_sum_gwei
    from named
    group by validator_index, time_window
  )
select
  {network:String} as network,
  windows.validator_index as validator_index,
  windows.time_window.1 as time_window,
  {last_day:UInt32} as last_day,
  windows.time_window.2 as first_day,
  windows.time_window.3 as day_count,
  windows.earnings_gwei as earnings_gwei,
  windows.effective_balance_sum_gwei as effective_balance_sum_gwei,
  windows.days = windows.time_window.3
    and windows.known_days = windows.days
    and validators.activation_epoch <= windows.time_window.4
    and (validators.exit_epoch is null or validators.exit_epoch > {last_epoch:UInt32}) as is_whole,
  {version:UInt64} as version
from windows
inner join (
  select validator_index, activation_epoch, exit_epoch
  from dim_eth_validator final
  where network = {network:String} and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
) as validators on validators.validator_index = windows.validator_index
