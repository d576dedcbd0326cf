-- Pods, with the native shares of their owners; a deficit is below zero.
with (
  select maxOrNull(day)
  from int_eigenlayer_day final
  where network = {network:String} and ifNull({windowDays:Nullable(UInt16)}, 0) >= 0
) as state_day
select
  vaEigenlayerAddress(pods.pod) as id,
  pods.pod as id_order,
  vaEigenlayerAddress(pods.owner) as other_id,
  CAST(null, 'Nullable(String)') as name,
  CAST(null, 'Nullable(String)') as status,
  -- allow optional-default: without a log the owner of a pod has no shares
  vaEthOfWei(if(state_day is null, null, toNullable(held.shares))) as stake,
  CAST(null, 'Nullable(Decimal(38, 18))') as commission,
  CAST(null, 'Nullable(Float64)') as effectiveness,
  CAST(null, 'Nullable(Decimal(76, 18))') as rewards,
  CAST(null, 'Nullable(Decimal(76, 18))') as penalties,
  CAST(null, 'Nullable(UInt64)') as missed_duties,
  CAST(null, 'Nullable(UInt64)') as proposals,
  CAST(null, 'Nullable(UInt64)') as days,
  state_day as last_day
from (
  select pod, owner
  from raw_eigenlayer_pod final
  where network = {network:String}
) as pods
left join (
  select staker, argMax(total_shares, day) as shares
  from fct_eigenlayer_staker_state_daily final
  where network = {network:String} and strategy = vaEigenlayerNative()
  group by network, staker
  settings optimize_aggregation_in_order = 1
) as held on held.staker = pods.owner
