/* ---
grain: network, day
reads: [fct_cardano_pool_reward_daily]
window: day
--- */
-- Sums over the pools of a day. Earned rewards are unknown if they are unknown for one pool.
insert into fct_cardano_network_reward_daily
with
  totals as (
    select
      countIf(pool.is_active = 1) as active_count,
      sum(pool.realized_member_reward) as realized_member,
      sum(pool.realized_leader_reward) as realized_leader,
      count() = count(pool.earned_leader_reward) as is_known,
      count() = count(pool.reward_residual) as is_explained,
      -- allow unknown-as-zero: null unless is_known
      sum(pool.earned_member_reward) as earned_member,
      sum(pool.earned_leader_reward) as earned_leader,
      sum(pool.reward_residual) as residual,
      -- allow unknown-as-zero: null unless is_explained
      sum(pool.unpaid_reward) as unpaid,
      toDecimal256(sumIf(pool.margin, pool.is_active = 1), 18) as margin,
      sumIf(pool.fixed_cost, pool.is_active = 1) as fixed_cost
    from fct_cardano_pool_reward_daily as pool final
    where pool.network = {network:String} and pool.day = {day:Date}
  )
select
  {network:String} as network,
  {day:Date} as day,
  {epoch:UInt32} as epoch,
  {from_block:UInt32} as from_block,
  {to_block:UInt32} as to_block,
  {from_slot:UInt32} as from_slot,
  {to_slot:UInt32} as to_slot,
  totals.active_count as active_pool_count,
  totals.realized_member as realized_member_reward,
  totals.realized_leader as realized_leader_reward,
  if(totals.is_known, ifNull(totals.earned_member, 0), null) as earned_member_reward,
  if(totals.is_known, ifNull(totals.earned_leader, 0), null) as earned_leader_reward,
  if(totals.is_explained, ifNull(totals.residual, 0), null) as reward_residual,
  if(totals.is_explained, ifNull(totals.unpaid, 0), null) as unpaid_reward,
  if(
    totals.active_count > 0,
    divideDecimal(totals.margin, toDecimal256(greatest(totals.active_count, 1), 0), 12),
    null
  ) as avg_margin,
  if(totals.active_count > 0, intDiv(totals.fixed_cost, greatest(totals.active_count, 1)), null) as avg_fixed_cost,
  toUInt8({is_complete:Bool}) as is_complete,
  {version:UInt64} as version
from totals
