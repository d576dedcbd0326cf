-- Daily rewards of all pools in ADA.
select
  reward.day as day,
  reward.epoch as epoch,
  reward.from_block as fromBlockNumber,
  reward.to_block as toBlockNumber,
  reward.from_slot as fromSlotNumber,
  reward.to_slot as toSlotNumber,
  reward.active_pool_count as totalActivePools,
  vaAda(reward.realized_member_reward) as totalRealizedDelegatorRewards,
  vaAda(reward.realized_leader_reward) as totalRealizedValidatorRewards,
  vaAda(reward.earned_member_reward) as totalEarnedDelegatorRewards,
  vaAda(reward.earned_leader_reward) as totalEarnedValidatorRewards,
  reward.avg_margin as avgPoolFee,
  vaAda(reward.avg_fixed_cost) as avgPoolFlatFee,
  vaAda(reward.realized_member_reward + reward.realized_leader_reward) as totalRealizedGrossRewards,
  vaAda(reward.earned_member_reward + reward.earned_leader_reward) as totalEarnedGrossRewards,
  vaAda(reward.reward_residual) as earnedRewardsResidual,
  vaAda(reward.unpaid_reward) as earnedUnpaidRewards,
  if(reward.earned_leader_reward is null, ['epochRewards'], []) as waitsFor,
  toBool(reward.is_complete = 1) as isComplete
from fct_cardano_network_reward_daily as reward final
where
  reward.network = {network:String}
  and ({fromDate:Nullable(Date)} is null or reward.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or reward.day <= {toDate:Nullable(Date)})
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
