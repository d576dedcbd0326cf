-- The numbers of one operator's day, for one strategy and one token that it earned. No row if neither is known.
with
  covering as (
    /* include fragments/eigenlayer/covering_roots.sql */
  )
select
  {network:String} as network,
  {account:String} as account,
  {strategy:String} as strategy,
  {token:Nullable(String)} as token,
  {date:Date} as day,
  {account:String} as operator,
  state.state_day as state_day,
  state.total_shares as totalShares,
  reward.root_index as root_index,
  reward.activated_on as activated_on,
  reward.amount as amount,
  toBool(ifNull(reward.is_active, 1)) as isDayComplete
from (
  select maxOrNull(day) as state_day, argMaxOrNull(total_shares, day) as total_shares
  from fct_eigenlayer_operator_state_daily final
  where
    network = {network:String}
    and operator = toFixedString(unhex(substring({account:String}, 3)), 20)
    and strategy = toFixedString(unhex(substring({strategy:String}, 3)), 20)
    and day <= {date:Date}
    and {date:Date} <= (select max(day) from int_eigenlayer_day where network = {network:String})
) as state
cross join (
  /* include fragments/eigenlayer/explained_reward.sql */
) as reward
where state.state_day is not null or reward.amount is not null
