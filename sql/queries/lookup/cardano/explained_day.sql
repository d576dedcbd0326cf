-- The numbers of one pool's day in ADA, the epochs that overlap it, and the epochs paid on it. No row without a record.
with
  days as (
    select day, first_epoch, epoch
    from int_cardano_day final
    where network = {network:String} and day = {date:Date}
  ),
  started as (
    select min(epoch) as first_started, count() as epochs
    from int_cardano_epoch final
    where network = {network:String} and toDate(start_at) = {date:Date}
  )
select
  reward.network as network,
  reward.pool as pool,
  reward.day as day,
  vaAda(reward.realized_member_reward) as totalRealizedDelegatorRewards,
  vaAda(reward.realized_leader_reward) as totalRealizedValidatorRewards,
  vaAda(reward.realized_member_reward + reward.realized_leader_reward) as totalRealizedGrossRewards,
  vaAda(reward.earned_member_reward) as totalEarnedDelegatorRewards,
  vaAda(reward.earned_leader_reward) as totalEarnedValidatorRewards,
  vaAda(reward.earned_member_reward + reward.earned_leader_reward) as totalEarnedGrossRewards,
  vaAda(reward.reward_residual) as earnedRewardsResidual,
  reward.margin as poolFee,
  vaAda(reward.fixed_cost) as poolFlatFee,
  days.first_epoch as first_epoch,
  days.epoch as epoch,
  -- An epoch is paid at the start of the epoch after next.
  if(started.epochs = 0, 1, greatest(started.first_started, 2) - 2) as first_paid_epoch,
  if(started.epochs = 0 or days.epoch < 2, 0, days.epoch - 2) as last_paid_epoch,
  (
    select sum(block_count)
    from raw_cardano_epoch final
    where
      network = {network:String}
      and epoch between (select first_epoch from days) and (select epoch from days)
  ) as blocksExpected,
  (
    select count()
    from raw_cardano_block final
    where
      network = {network:String}
      and epoch between (select first_epoch from days) and (select epoch from days)
  ) as blocksKnown,
  toBool(reward.is_complete = 1) as isDayComplete
from fct_cardano_pool_reward_daily as reward final
inner join days on days.day = reward.day
cross join started
where reward.network = {network:String} and reward.pool = {pool:String} and reward.day = {date:Date}
