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
  divideDecimal(toDecimal256(reward.realized_member_reward, 0), toDecimal256(1000000, 0), 6) as totalRealizedDelegatorRewards,
  divideDecimal(toDecimal256(reward.realized_leader_reward, 0), toDecimal256(1000000, 0), 6) as totalRealizedValidatorRewards,
  divideDecimal(toDecimal256(reward.earned_member_reward, 0), toDecimal256(1000000, 0), 6) as totalEarnedDelegatorRewards,
  divideDecimal(toDecimal256(reward.earned_leader_reward, 0), toDecimal256(1000000, 0), 6) as totalEarnedValidatorRewards,
  reward.margin as poolFee,
  divideDecimal(toDecimal256(reward.fixed_cost, 0), toDecimal256(1000000, 0), 6) as poolFlatFee,
  divideDecimal(toDecimal256(reward.reward_residual, 0), toDecimal256(1000000, 0), 6) as earnedRewardsResidual,
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
