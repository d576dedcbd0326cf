-- The numbers of one delegator's day, for one strategy and one token that it earned. No row if neither is known.
with
  covering as (
    /* include fragments/eigenlayer/covering_roots.sql */
  )
select
  /* include fragments/eigenlayer/explained_subject.sql */,
  state.state_day as state_day,
  share.share_day as share_day,
  vaEigenlayerAddress(state.operator) as operator,
  state.deposit_shares as depositShares,
  share.is_scaling_logged as isScalingKnown,
  share.is_beacon_logged as isBeaconKnown,
  if(share.is_scaling_logged, share.scaling_factor, null) as scalingFactor,
  if(share.is_beacon_logged, share.beacon_factor, null) as beaconFactor,
  state.total_shares as totalShares,
  /* include fragments/eigenlayer/explained_reward_fields.sql */
from (
  select
    maxOrNull(day) as state_day,
    argMaxOrNull(operator, day) as operator,
    argMaxOrNull(deposit_shares, day) as deposit_shares,
    argMaxOrNull(total_shares, day) as total_shares
  from fct_eigenlayer_staker_state_daily final
  where
    network = {network:String}
    and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
    and strategy = toFixedString(unhex(substring({strategy:String}, 3)), 20)
    and day <= {date:Date}
    and {date:Date} <= (select max(day) from int_eigenlayer_day where network = {network:String})
) as state
cross join (
  select
    maxOrNull(day) as share_day,
    argMaxOrNull(scaling_factor, day) as scaling_factor,
    argMaxOrNull(beacon_factor, day) as beacon_factor,
    (
      select (countIf(kind = 'scaling_factor') > 0, countIf(kind = 'beacon_factor') > 0)
      from raw_eigenlayer_share
      where
        network = {network:String}
        and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
        and strategy = toFixedString(unhex(substring({strategy:String}, 3)), 20)
        and day <= {date:Date}
    ) as logged,
    logged.1 as is_scaling_logged,
    logged.2 as is_beacon_logged
  from int_eigenlayer_share_daily final
  where
    network = {network:String}
    and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
    and strategy = toFixedString(unhex(substring({strategy:String}, 3)), 20)
    and day <= {date:Date}
) as share
cross join (
  /* include fragments/eigenlayer/explained_reward.sql */
) as reward
where state.state_day is not null or reward.amount is not null
