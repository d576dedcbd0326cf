-- Entities of a type with active validators on the last complete chain day, and their record in a window of such days.
-- Addresses have no sums, because there are hundreds of thousands of them.
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
  ) as window_date
select
  listed.entity as id,
  listed.entity as id_order,
  '' as other_id,
  if({isNamed:UInt8} = 1, toNullable(listed.entity), null) as name,
  CAST(null, 'Nullable(String)') as status,
  toNullable(vaEthOfGwei(toInt64(listed.active_balance_gwei))) as stake,
  CAST(null, 'Nullable(Decimal(38, 18))') as commission,
  listed.validator_effectiveness as effectiveness,
  vaEthOfGwei(sums.reward_gwei) as rewards,
  vaEthOfGwei(-sums.penalty_gwei) as penalties,
  sums.missed_duty_count as missed_duties,
  sums.proposal_count as proposals,
  toNullable(listed.day_count) as days,
  window_date as last_day
from (
  select entity, active_balance_gwei, validator_effectiveness, day_count
  from fct_eth_entity_window final
  where
    network = {network:String}
    and id_type = {idType:String}
    and time_window = {timeWindow:String}
    and is_listed = 1
    and last_day = window_day
) as listed
left join (
  select
    entity,
    toNullable(sum(
      attestation_reward_gwei + sync_reward_gwei + proposer_attestation_reward_gwei + proposer_sync_reward_gwei
        + proposer_slashing_reward_gwei
    )) as reward_gwei,
    if(
      sum(unknown_slashing_count) = 0,
      toNullable(sum(attestation_penalty_gwei + inactivity_penalty_gwei + sync_penalty_gwei + slashing_penalty_gwei)),
      null
    ) as penalty_gwei,
    toNullable(toUInt64(sum(
      attestation_duty_count - attested_count + proposer_duty_count - proposed_count + sync_missed_count
    ))) as missed_duty_count,
    toNullable(sum(proposed_count)) as proposal_count
  from fct_eth_entity_performance_daily final
  where
    {isNamed:UInt8} = 1
    and network = {network:String}
    and day_type = 'chain'
    and id_type = {idType:String}
    and is_complete = 1
    and day <= window_day
    and day + transform({timeWindow:String}, ['1d', '7d', '30d'], [1, 7, 30], 1000000) > window_day
  group by entity
) as sums on sums.entity = listed.entity
