/* ---
grain: network, strategy, day
reads: [fct_eigenlayer_staker_state_daily, fct_eigenlayer_operator_state_daily]
window: days
--- */
-- Each side by itself: every row counts from its day to that of the next row of the same key.
insert into fct_eigenlayer_strategy_daily
select
  {network:String} as network,
  strategy,
  day,
  staker_shares,
  operator_shares,
  undelegated_shares,
  staker_shares - operator_shares - undelegated_shares as residual_shares,
  {revision:UInt64} as version
from (
  select
    strategy,
    day,
    sum(sum(staker_part)) over upto as staker_shares,
    sum(sum(operator_part)) over upto as operator_shares,
    sum(sum(undelegated_part)) over upto as undelegated_shares
  from (
    select
      strategy,
      point.1 as day,
      point.2 as staker_part,
      toInt256(0) as operator_part,
      toInt256(0) as undelegated_part
    from (
      select
        strategy,
        day as own_day,
        greatest(total_shares, toInt256(0)) as shares,
        leadInFrame(day, 1, toDate(0)) over (
          partition by staker, strategy
          order by day asc
          rows between unbounded preceding and unbounded following
        ) as next_day
      from fct_eigenlayer_staker_state_daily final
      where network = {network:String} and day <= toDate({last_day:UInt16})
    )
    array join if(next_day = toDate(0), [(own_day, shares)], [(own_day, shares), (next_day, -shares)]) as point
    union all
    select
      strategy,
      point.1 as day,
      toInt256(0) as staker_part,
      if(operator = toFixedString('', 20), toInt256(0), point.2) as operator_part,
      if(operator = toFixedString('', 20), point.2, toInt256(0)) as undelegated_part
    from (
      select
        operator,
        strategy,
        day as own_day,
        total_shares as shares,
        leadInFrame(day, 1, toDate(0)) over (
          partition by operator, strategy
          order by day asc
          rows between unbounded preceding and unbounded following
        ) as next_day
      from fct_eigenlayer_operator_state_daily final
      where network = {network:String} and day <= toDate({last_day:UInt16})
    )
    array join if(next_day = toDate(0), [(own_day, shares)], [(own_day, shares), (next_day, -shares)]) as point
  )
  group by strategy, day
  window upto as (
    partition by strategy
    order by day asc
    rows between unbounded preceding and current row
  )
)
where day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
