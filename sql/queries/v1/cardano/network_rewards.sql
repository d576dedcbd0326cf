-- Daily rewards of all pools in ADA.
select
  /* include fragments/cardano/reward_period_fields.sql */,
  reward.active_pool_count as totalActivePools,
  /* include fragments/cardano/reward_amount_fields.sql */,
  reward.avg_margin as avgPoolFee,
  vaAda(reward.avg_fixed_cost) as avgPoolFlatFee,
  /* include fragments/cardano/reward_total_fields.sql */
from fct_cardano_network_reward_daily as reward final
where
  reward.network = {network:String}
  and ({fromDate:Nullable(Date)} is null or reward.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or reward.day <= {toDate:Nullable(Date)})
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
