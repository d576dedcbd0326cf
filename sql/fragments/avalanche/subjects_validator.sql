-- Every validator of the primary network that ever existed, with its active stakes, and the rewards of those that ended
-- on the complete days of a window.
with (
  select maxOrNull(day)
  from int_avalanche_day final
  where network = {network:String} and is_complete = 1
) as newest_day
select
  node_id as id,
  node_id as id_order,
  if(stakes.pubkey = '', '', concat('0x', stakes.pubkey)) as other_id,
  CAST(null, 'Nullable(String)') as name,
  if(stakes.is_active, toNullable('active'), 'inactive') as status,
  vaAvax(toNullable(stakes.weight)) as stake,
  divideDecimal(toDecimal128(fees.shares, 0), toDecimal128(1000000, 0), 6) as commission,
  CAST(null, 'Nullable(Float64)') as effectiveness,
  -- Complete days have a row for every paid validator.
  vaAvax(if(newest_day is null, null, ifNull(paid.navax, 0))) as rewards,
  CAST(null, 'Nullable(Decimal(76, 9))') as penalties,
  CAST(null, 'Nullable(UInt64)') as missed_duties,
  CAST(null, 'Nullable(UInt64)') as proposals,
  if(newest_day is null, null, ifNull(paid.day_count, 0)) as days,
  newest_day as last_day
from (
  select
    node_id,
    argMaxIf(ifNull(int_avalanche_stake.pubkey, ''), end_at, is_validator = 1) as pubkey,
    max(is_validator = 1 and paid_on is null) as is_active,
    sumIf(toUInt128(weight_navax), paid_on is null) as weight
  from int_avalanche_stake final
  where network = {network:String}
  group by node_id
) as stakes
left join (
  select node_id, toNullable(argMax(shares, height)) as shares
  from (
    select node_id, shares, height
    from raw_avalanche_told final
    where network = {network:String} and is_validator = 1
    union all
    select node_id, shares, height
    from raw_avalanche_stake final
    where
      network = {network:String}
      and is_validator = 1
      -- A stake that has not started yet, or was never committed, has no row there.
      and tx_id in (select tx_id from int_avalanche_stake where network = {network:String})
    union all
    select node_id, shares, height
    from raw_avalanche_ended final
    where network = {network:String} and is_validator = 1
  )
  group by node_id
) as fees using (node_id)
left join (
  select
    node_id,
    toNullable(sum(delegator_reward_navax + validator_reward_navax + fee_reward_navax)) as navax,
    toNullable(count()) as day_count
  from fct_avalanche_validator_reward_daily final
  where
    network = {network:String}
    and is_complete = 1
    and vaIsInWindow(day, newest_day, {windowDays:Nullable(UInt16)})
  group by node_id
) as paid using (node_id)
