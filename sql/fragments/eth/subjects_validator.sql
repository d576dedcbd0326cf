-- Every validator of the registry, with its record in a window of complete chain days, and its effective balance at
-- their end: 0 if it was not active then.
with
  (
    select maxOrNull(last_day)
    from fct_eth_network_window final
    where network = {network:String}
  ) as window_day,
  (
    select maxOrNull(date)
    from int_eth_day final
    where network = {network:String} and day_type = 'chain' and day = window_day
  ) as window_date,
  (
    select greatest(
      (select max(version) from dim_eth_validator where network = {network:String}),
      (select max(end_epoch) from int_eth_day where network = {network:String} and day_type = 'chain')
    )
  ) as newest_epoch,
  (
    select maxOrNull(end_epoch)
    from int_eth_day final
    where network = {network:String} and day_type = 'chain' and day = window_day
  ) as window_epoch,
  -- Until the first day is complete, stakes are the current ones.
  ifNull(window_epoch, newest_epoch) as stake_epoch
select
  toString(registered.validator_index) as id,
  registered.validator_index as id_order,
  concat('0x', lower(hex(registered.pubkey))) as other_id,
  CAST(null, 'Nullable(String)') as name,
  toNullable(registered.status) as status,
  toNullable(
    vaEthOfGwei(
      toInt64(
        if(registered.is_staked, ifNull(windows.effective_balance_gwei, registered.effective_balance_gwei), 0)
      )
    )
  ) as stake,
  CAST(null, 'Nullable(Decimal(38, 18))') as commission,
  windows.validator_effectiveness as effectiveness,
  vaEthOfGwei(if(windows.is_known, toNullable(windows.reward_gwei), null)) as rewards,
  vaEthOfGwei(if(windows.is_known, toNullable(-windows.penalty_gwei), null)) as penalties,
  if(windows.is_known, toNullable(windows.missed_duty_count), null) as missed_duties,
  if(windows.is_known, toNullable(windows.proposed_count), null) as proposals,
  if(windows.is_known, toNullable(windows.day_count), null) as days,
  window_date as last_day
from (
  select
    validator_index,
    pubkey,
    effective_balance_gwei,
    ifNull(activation_epoch <= stake_epoch, 0) and ifNull(exit_epoch > stake_epoch, 1) as is_staked,
    multiIf(
      activation_epoch is null or activation_epoch > newest_epoch, 'pending',
      is_slashed = 1, 'slashed',
      exit_epoch is null, 'active',
      exit_epoch > newest_epoch, 'exiting',
      'exited'
    ) as status
  from dim_eth_validator final
  where network = {network:String}
) as registered
left join (
  select
    validator_index,
    day_count,
    effective_balance_gwei,
    missed_duty_count,
    proposed_count,
    reward_gwei,
    penalty_gwei,
    validator_effectiveness,
    true as is_known
  from fct_eth_validator_duty_window final
  where network = {network:String} and time_window = {timeWindow:String} and last_day = window_day
) as windows on windows.validator_index = registered.validator_index
