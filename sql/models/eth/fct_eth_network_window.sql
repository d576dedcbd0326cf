/* ---
grain: network, time_window
reads: [fct_eth_entity_performance_daily, fct_eth_entity_window, fct_eth_validator_window, int_eth_validator_entity_daily, raw_eth_day_balance, dim_eth_network, dim_eth_validator]
window: window_entity
--- */
-- The whole network in each time window, and its state that many days earlier.
insert into fct_eth_network_window
with
  days as (
    select
      day,
      named.1 as time_window,
      day >= named.2 as is_within,
      day = {last_day:UInt32} as is_last,
      day = named.3 as is_previous,
      records.end_epoch - records.start_epoch + 1 as epoch_count,
      records.validator_count as validator_count,
      records.active_balance_gwei as active_balance_gwei,
      records.proposer_duty_count - records.proposed_count as missed_slot_count,
      /* include fragments/eth/earnings_of_day.sql */ as earnings_gwei,
      records.unknown_slashing_count as unknown_slashing_count,
      records.tips_wei as tips_wei,
      records.baseline_mev_wei as baseline_mev_wei,
      records.unknown_execution_count as unknown_execution_count,
      toFloat64(balances.active_balance_gwei) / nullIf(balances.validator_count, 0) as mean_balance_gwei
    from fct_eth_entity_performance_daily as records final
    left join (
      select epoch, active_balance_gwei, validator_count
      from raw_eth_day_balance final
      where network = {network:String}
    ) as balances on balances.epoch = records.end_epoch
    array join arrayZip(
      {time_windows:Array(String)}, {first_days:Array(UInt32)}, {previous_days:Array(UInt32)}
    ) as named
    where
      records.network = {network:String}
      and records.day_type = 'chain'
      and records.id_type = 'network'
      and records.entity = ''
      and records.day in (select arrayJoin({days:Array(UInt32)}))
  ),
  windows as (
    select
      time_window,
      sumIf(days.epoch_count, is_within) as epoch_count,
      sumIf(days.missed_slot_count, is_within) as missed_slot_count,
      sumIf(days.earnings_gwei, is_within) as earnings_gwei,
      sumIf(days.unknown_slashing_count, is_within) as unknown_slashing_count,
      sumIf(days.tips_wei, is_within) as tips_wei,
      sumIf(days.baseline_mev_wei, is_within) as baseline_mev_wei,
      sumIf(days.unknown_execution_count, is_within) as unknown_count,
      sumIf(days.validator_count, is_last) as validator_count,
      sumIf(days.active_balance_gwei, is_last) as active_balance_gwei,
      maxIf(days.mean_balance_gwei, is_last) as mean_balance_gwei,
      maxIf(toNullable(days.validator_count), is_previous) as previous_validator_count,
      maxIf(toNullable(days.active_balance_gwei), is_previous) as previous_active_balance_gwei,
      maxIf(days.mean_balance_gwei, is_previous) as previous_mean_balance_gwei
    from days
    group by time_window
  ),
  means as (
    select time_window, uptime, inclusion_delay, validator_effectiveness
    from fct_eth_entity_window final
    where network = {network:String} and id_type = 'network' and entity = ''
  ),
  rates as (
    select
      time_window,
      if(countIf(earnings_gwei is null) > 0, null, vaMean(percentage)) as mean_percentage,
      if(countIf(earnings_gwei is null) > 0, null, quantileExactInclusiveOrNull(0.5)(percentage)) as median_percentage,
      if(countIf(execution_rewards_wei is null) > 0, null, vaMean(execution_percentage)) as mean_execution_percentage,
      if(countIf(execution_rewards_wei is null) > 0, null, quantileExactInclusiveOrNull(0.5)(execution_percentage))
        as median_execution_percentage
    from (
      select
        time_window,
        earnings_gwei,
        execution_rewards_wei,
        36500 * toInt128(earnings_gwei) / nullIf(effective_balance_sum_gwei, 0) as percentage,
        36500 * toFloat64(execution_rewards_wei) / 1e9 / nullIf(effective_balance_sum_gwei, 0) as execution_percentage
      from fct_eth_validator_window final
      where network = {network:String} and last_day = {last_day:UInt32} and is_whole = 1
    )
    group by time_window
  ),
  active as (
    select validator_index, activation_epoch
    from dim_eth_validator final
    where
      network = {network:String}
      and activation_epoch <= {last_epoch:UInt32}
      and (exit_epoch is null or exit_epoch > {last_epoch:UInt32})
  ),
  ages as (
    select quantileExactInclusiveOrNull(0.5)({last_epoch:UInt32} + 1 - activation_epoch) as median_epochs
    from active
  ),
  -- The validators of each class, largest first; sums of integers do not depend on the order.
  shares as (
    select size, row_number() over (order by size desc) as place
    from (
      select vaEthClassEntity(entities, validator_index) as class, count() as size
      from int_eth_validator_entity_daily final
      where
        network = {network:String}
        and day_type = 'chain'
        and day = {last_day:UInt32}
        and validator_index in (select validator_index from active)
      group by class
    )
  ),
  inequality as (
    -- allow narrow-product: validators times twice the number of classes, some 10^13
    select 1 - vaRatio(sum(size * (2 * place - 1)), count() * sum(size)) as gini
    from shares
  ),
  calendar as (
    select slots_per_epoch, epochs_per_day
    from dim_eth_network final
    where network = {network:String}
  )
select
  {network:String} as network,
  windows.time_window as time_window,
  {last_day:UInt32} as last_day,
  windows.validator_count as validator_count,
  windows.previous_validator_count as previous_validator_count,
  windows.active_balance_gwei as active_balance_gwei,
  windows.previous_active_balance_gwei as previous_active_balance_gwei,
  windows.mean_balance_gwei as mean_balance_gwei,
  windows.previous_mean_balance_gwei as previous_mean_balance_gwei,
  toUInt32(floor(ages.median_epochs / greatest(calendar.epochs_per_day, 1))) as median_age_days,
  -- allow narrow-product: epochs of a history times 32
  windows.epoch_count * calendar.slots_per_epoch as slot_count,
  windows.missed_slot_count as missed_slot_count,
  means.uptime as uptime,
  means.inclusion_delay as inclusion_delay,
  means.validator_effectiveness as validator_effectiveness,
  rates.mean_percentage as mean_consensus_percentage,
  rates.median_percentage as median_consensus_percentage,
  rates.mean_execution_percentage as mean_execution_percentage,
  rates.median_execution_percentage as median_execution_percentage,
  if(windows.unknown_slashing_count = 0, windows.earnings_gwei, null) as earnings_gwei,
  if({is_execution_known:UInt8} and windows.unknown_count = 0, windows.tips_wei, null) as tips_wei,
  if({is_execution_known:UInt8} and windows.unknown_count = 0, windows.baseline_mev_wei, null) as baseline_mev_wei,
  inequality.gini as gini,
  {version:UInt64} as version
from windows
left join means on means.time_window = windows.time_window
left join rates on rates.time_window = windows.time_window
cross join ages
cross join inequality
cross join calendar
