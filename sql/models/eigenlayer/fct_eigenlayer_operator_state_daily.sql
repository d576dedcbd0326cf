/* ---
grain: network, operator, strategy, day
reads: [fct_eigenlayer_staker_state_daily]
window: days
--- */
-- The changes of the days are added to the previous states. Deficits of pods count for no operator.
insert into fct_eigenlayer_operator_state_daily
select
  {network:String} as network,
  operator,
  strategy,
  day,
  sum(change) over (
    partition by operator, strategy
    order by day asc
    rows between unbounded preceding and current row
  ) + base as total_shares,
  {revision:UInt64} as version
from (
  select
    changed.operator as operator,
    changed.strategy as strategy,
    changed.day as day,
    changed.change as change,
    -- allow optional-default: without earlier days no staker was delegated to it
    earlier.base as base
  from (
    select operator, strategy, day, sum(part) as change
    from (
      select
        side.1 as operator,
        state.strategy as strategy,
        state.day as day,
        side.2 as part
      from fct_eigenlayer_staker_state_daily as state final
      array join [
        (state.operator, greatest(state.total_shares, toInt256(0))),
        (state.previous_operator, -greatest(state.previous_shares, toInt256(0)))
      ] as side
      where
        state.network = {network:String}
        and state.day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
    )
    group by operator, strategy, day
    having change != 0
  ) as changed
  left join (
    select operator, strategy, argMax(total_shares, day) as base
    from fct_eigenlayer_operator_state_daily final
    where network = {network:String} and day < toDate({first_day:UInt16})
    group by operator, strategy
  ) as earlier on earlier.operator = changed.operator and earlier.strategy = changed.strategy
)
