/* ---
grain: network, pool, day
reads: [raw_cardano_block, raw_cardano_pool, fct_cardano_pool_reward_epoch]
window: day
--- */
-- A pool's day. Rewards of an epoch are divided over its days by the pool's blocks: the part earned by the end of the
-- day, rounded down, less the part earned by the end of the previous day, so that the days of an epoch add up to it.
insert into fct_cardano_pool_reward_daily
with
  toDateTime({day:Date}, 'UTC') as day_start,
  toDateTime({day:Date} + 1, 'UTC') as day_end,
  made as (
    select
      block.epoch as epoch,
      block.pool as pool,
      toUInt256(countIf(block.block_at < day_start)) as before,
      toUInt256(countIf(block.block_at < day_end)) as until,
      toUInt256(count()) as total
    from raw_cardano_block as block final
    where
      block.network = {network:String}
      and block.epoch between {first_epoch:UInt32} and {epoch:UInt32}
      and block.pool != ''
    group by block.epoch, block.pool
    having until > before
  ),
  earned as (
    select
      made.pool as pool,
      count() = count(reward.leader_reward) as is_known,
      count() = count(reward.reward_residual) as is_explained,
      sum(vaCardanoBlockPart(reward.leader_reward, before, until, total)) as leader,
      -- allow unknown-as-zero: null unless is_known, and is_explained
      sum(vaCardanoBlockPart(reward.member_reward, before, until, total)) as member,
      -- allow unknown-as-zero: null unless is_known, and is_explained
      sum(
        vaCardanoBlockPart(reward.ledger_leader_reward, before, until, total)
        + vaCardanoBlockPart(reward.ledger_member_reward, before, until, total)
      ) as ledger,
      -- allow unknown-as-zero: null unless is_known and is_explained
      sum(vaCardanoBlockPart(reward.unpaid_reward, before, until, total)) as unpaid
    from made
    left join (
      select
        epoch, pool, leader_reward, member_reward, ledger_leader_reward, ledger_member_reward, reward_residual,
        unpaid_reward
      from fct_cardano_pool_reward_epoch final
      where network = {network:String} and epoch between {first_epoch:UInt32} and {epoch:UInt32}
    ) as reward on reward.epoch = made.epoch and reward.pool = made.pool
    group by made.pool
  ),
  realized as (
    select reward.pool as pool, sum(reward.leader_reward) as leader, sum(reward.member_reward) as member
    from fct_cardano_pool_reward_epoch as reward final
    where
      reward.network = {network:String}
      and reward.epoch between {first_paid_epoch:Int64} and {last_paid_epoch:Int64}
      and reward.leader_reward + reward.member_reward > 0
    group by reward.pool
  ),
  active as (
    select touched.pool as pool, max(touched.epoch = {epoch:UInt32}) as is_active
    from raw_cardano_pool as touched final
    where
      touched.network = {network:String}
      and touched.epoch between {first_epoch:UInt32} and {epoch:UInt32}
      and touched.active_stake > 0
    group by touched.pool
  )
select
  {network:String} as network,
  own.pool as pool,
  {day:Date} as day,
  {epoch:UInt32} as epoch,
  own.pool_hash as pool_hash,
  own.name as name,
  own.ticker as ticker,
  own.owners as owners,
  {from_block:UInt32} as from_block,
  {to_block:UInt32} as to_block,
  {from_slot:UInt32} as from_slot,
  {to_slot:UInt32} as to_slot,
  -- allow unknown-as-zero: no payout is 0: payouts are known when they are paid
  ifNull(realized.member, 0) as realized_member_reward,
  -- allow unknown-as-zero: no payout is 0: payouts are known when they are paid
  ifNull(realized.leader, 0) as realized_leader_reward,
  multiIf(earned.pool = '', 0, earned.is_known, earned.member, null) as earned_member_reward,
  multiIf(earned.pool = '', 0, earned.is_known, earned.leader, null) as earned_leader_reward,
  multiIf(
    earned.pool = '', 0,
    earned.is_known and earned.is_explained, earned.leader + earned.member - earned.ledger,
    null
  ) as reward_residual,
  multiIf(earned.pool = '', 0, earned.is_known and earned.is_explained, earned.unpaid, null) as unpaid_reward,
  own.margin as margin,
  own.fixed_cost as fixed_cost,
  active.is_active as is_active,
  toUInt8({is_complete:Bool}) as is_complete,
  {version:UInt64} as version
from raw_cardano_pool as own final
left join active on active.pool = own.pool
left join realized on realized.pool = own.pool
left join earned on earned.pool = own.pool
where
  own.network = {network:String}
  and own.epoch = {epoch:UInt32}
  and (active.pool != '' or realized.pool != '')
