-- Every pool that was ever registered, as of the newest stored epoch, with its rewards and its members' rewards by the
-- blocks of the complete days of a window.
with
  (
    select maxOrNull(day)
    from int_cardano_day final
    where network = {network:String} and is_complete = 1
  ) as newest_day,
  (
    select maxOrNull(epoch)
    from raw_cardano_epoch final
    where network = {network:String}
  ) as newest_epoch
select
  pool as id,
  pool as id_order,
  toString(pools.pool_hash) as other_id,
  -- In the form used by the chain's wallets.
  if(
    pools.known.2 is null,
    pools.known.1,
    trimRight(concat('[', ifNull(pools.known.2, ''), '] ', ifNull(pools.known.1, '')))
  ) as name,
  multiIf(
    pools.epoch < newest_epoch or ifNull(pools.known.5 <= newest_epoch, 0), toNullable('retired'),
    pools.known.5 is not null, 'retiring',
    pools.known.4 > 0, 'active',
    'inactive'
  ) as status,
  -- A pool that is not in the newest epoch has retired and has no active stake.
  vaAda(toNullable(if(pools.epoch = newest_epoch, pools.known.4, 0))) as stake,
  toNullable(pools.known.3) as commission,
  CAST(null, 'Nullable(Float64)') as effectiveness,
  -- Complete days have a row for every pool that earned rewards.
  vaAda(multiIf(newest_day is null, null, earned.day_count is null, 0, earned.lovelace)) as rewards,
  CAST(null, 'Nullable(Decimal(76, 6))') as penalties,
  CAST(null, 'Nullable(UInt64)') as missed_duties,
  CAST(null, 'Nullable(UInt64)') as proposals,
  if(newest_day is null, null, ifNull(earned.day_count, 0)) as days,
  newest_day as last_day
from (
  select
    pool,
    any(pool_hash) as pool_hash,
    toNullable(max(raw_cardano_pool.epoch)) as epoch,
    argMax((name, ticker, margin, active_stake, retiring_epoch), raw_cardano_pool.epoch) as known
  from raw_cardano_pool final
  where network = {network:String} and raw_cardano_pool.epoch <= newest_epoch
  group by pool
) as pools
left join (
  select
    pool,
    -- allow unknown-as-zero: earned rewards of complete days are known
    sum(earned_member_reward + earned_leader_reward) as lovelace,
    toNullable(count()) as day_count
  from fct_cardano_pool_reward_daily final
  where
    network = {network:String}
    and is_complete = 1
    and vaIsInWindow(day, newest_day, {windowDays:Nullable(UInt16)})
  group by pool
) as earned using (pool)
