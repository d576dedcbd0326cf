-- Stake authorities in the newest complete snapshot of stake accounts. Only stake pools have names.
with
  (
    select maxOrNull(epoch)
    from raw_solana_stake_snapshot
    where network = {network:String}
  ) as stake_epoch,
  (
    select maxOrNull(day)
    from fct_solana_network_reward_daily final
    where network = {network:String} and is_complete = 1
  ) as newest_day
select
  stake_authority as id,
  stake_authority as id_order,
  pools.pool as other_id,
  pools.name as name,
  CAST(null, 'Nullable(String)') as status,
  vaSol(stakes.stake) as stake,
  CAST(null, 'Nullable(Decimal(38, 4))') as commission,
  CAST(null, 'Nullable(Float64)') as effectiveness,
  vaSol(multiIf(newest_day is null, null, paid.lamports is null, 0, paid.lamports)) as rewards,
  CAST(null, 'Nullable(Decimal(76, 9))') as penalties,
  CAST(null, 'Nullable(UInt64)') as missed_duties,
  CAST(null, 'Nullable(UInt64)') as proposals,
  CAST(null, 'Nullable(UInt64)') as days,
  newest_day as last_day
from (
  select stake_authority, toNullable(sum(toUInt128(stake_lamports))) as stake
  from int_solana_authority_stake_epoch final
  where network = {network:String} and epoch = stake_epoch
  group by stake_authority
) as stakes
left join (
  select stake_authority, toNullable(sum(toInt128(staking_reward_lamports))) as lamports
  from fct_solana_authority_reward_daily final
  where
    network = {network:String}
    and vaIsInWindow(day, newest_day, {windowDays:Nullable(UInt16)})
    and day in (
      select day
      from fct_solana_network_reward_daily final
      where network = {network:String} and is_complete = 1
    )
  group by stake_authority
) as paid using (stake_authority)
left join (
  select withdraw_authority as stake_authority, any(pool) as pool, any(ifNull(name, symbol)) as name
  from raw_solana_pool final
  where network = {network:String}
  group by withdraw_authority
) as pools using (stake_authority)
