-- The numbers of one operator's day, for one strategy and one token that it earned. No row if neither is known.
with
  covering as (
    /* include fragments/eigenlayer/covering_roots.sql */
  )
select
  /* include fragments/eigenlayer/explained_subject.sql */,
  {account:String} as operator,
  state.state_day as state_day,
  state.total_shares as totalShares,
  /* include fragments/eigenlayer/explained_reward_fields.sql */
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
