-- Daily rewards of one pool in ADA.
select
  reward.day as day,
  reward.epoch as epoch,
  reward.from_block as fromBlockNumber,
  reward.to_block as toBlockNumber,
  reward.from_slot as fromSlotNumber,
  reward.to_slot as toSlotNumber,
  reward.pool as poolId,
  reward.name as poolName,
  reward.ticker as poolTicker,
  reward.owners as poolOwnerStakeAddresses,
  toString(reward.pool_hash) as poolHashId,
  vaAda(reward.realized_member_reward) as totalRealizedDelegatorRewards,
  vaAda(reward.realized_leader_reward) as totalRealizedValidatorRewards,
  vaAda(reward.earned_member_reward) as totalEarnedDelegatorRewards,
  vaAda(reward.earned_leader_reward) as totalEarnedValidatorRewards,
  reward.margin as poolFee,
  vaAda(reward.fixed_cost) as poolFlatFee,
  vaAda(reward.realized_member_reward + reward.realized_leader_reward) as totalRealizedGrossRewards,
  vaAda(reward.earned_member_reward + reward.earned_leader_reward) as totalEarnedGrossRewards,
  vaAda(reward.reward_residual) as earnedRewardsResidual,
  vaAda(reward.unpaid_reward) as earnedUnpaidRewards,
  if(reward.earned_leader_reward is null, ['epochRewards'], []) as waitsFor,
  toBool(reward.is_complete = 1) as isComplete
from fct_cardano_pool_reward_daily as reward final
where
  reward.network = {network:String}
  and reward.pool = {pool:String}
  and ({fromDate:Nullable(Date)} is null or reward.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or reward.day <= {toDate:Nullable(Date)})
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
