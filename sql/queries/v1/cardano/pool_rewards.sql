-- Daily rewards of one pool in ADA.
select
  /* include fragments/cardano/reward_period_fields.sql */,
  reward.pool as poolId,
  reward.name as poolName,
  reward.ticker as poolTicker,
  reward.owners as poolOwnerStakeAddresses,
  toString(reward.pool_hash) as poolHashId,
  /* include fragments/cardano/reward_amount_fields.sql */,
  reward.margin as poolFee,
  vaAda(reward.fixed_cost) as poolFlatFee,
  /* include fragments/cardano/reward_total_fields.sql */
from fct_cardano_pool_reward_daily as reward final
where
  reward.network = {network:String}
  and reward.pool = {pool:String}
  and ({fromDate:Nullable(Date)} is null or reward.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or reward.day <= {toDate:Nullable(Date)})
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
