/* ---
grain: network, staker, strategy, day
reads: [int_eigenlayer_share_daily, int_eigenlayer_delegation_daily, raw_eigenlayer_magnitude]
window: stakers
--- */
-- States of all stakers affected on the days: by their own logs, or by slashing of their operator. The state of a
-- strategy on a day follows from the last change of its shares and of the staker's operator; slashing splits it.
insert into fct_eigenlayer_staker_state_daily
with
  toFixedString(unhex({first_staker:String}), 20) as first_staker,
  toFixedString(unhex({last_staker:String}), 20) as last_staker,
  toDate({first_day:UInt16}) as first_day,
  toDate({last_day:UInt16}) as last_day,
  toFixedString('', 20) as no_operator,
  toInt256(1000000000000000000) as whole
select
  {network:String} as network,
  staker,
  strategy,
  day,
  operator,
  previous_operator,
  deposit_shares,
  total_shares,
  previous_shares,
  {revision:UInt64} as version
from (
  select
    staker,
    strategy,
    day,
    operator,
    deposit_shares,
    total_shares,
    lagInFrame(operator, 1, no_operator) over earlier as previous_operator,
    lagInFrame(total_shares, 1, toInt256(0)) over earlier as previous_shares,
    lagInFrame(deposit_shares, 1, toInt256(0)) over earlier as previous_deposit
  from (
    select
      staker,
      strategy,
      piece.1 as day,
      operator,
      deposit_shares,
      vaEigenlayerWithdrawable(
        deposit_shares,
        scaling_factor,
        if(strategy = vaEigenlayerNative(), vaEigenlayerWad(piece.2, beacon_factor), piece.2)
      ) as total_shares
    from (
      select
        staker,
        strategy,
        day as known_day,
        ifNull(known_operator, no_operator) as operator,
        known_deposit as deposit_shares,
        known_scaling as scaling_factor,
        known_beacon as beacon_factor,
        next_day,
        magnitude.points as points
      from (
        select
          staker,
          strategy,
          day,
          last_value(day_operator) over upto as known_operator,
          last_value(day_deposit) over upto as known_deposit,
          last_value(day_scaling) over upto as known_scaling,
          last_value(day_beacon) over upto as known_beacon,
          leadInFrame(day, 1, last_day + 1) over (
            partition by staker, strategy
            order by day asc
            rows between unbounded preceding and unbounded following
          ) as next_day
        from (
          select
            staker,
            strategy,
            day,
            max(day_operator) as day_operator,
            max(day_deposit) as day_deposit,
            max(day_scaling) as day_scaling,
            max(day_beacon) as day_beacon
          from (
            select
              staker,
              strategy,
              day,
              cast(null as Nullable(FixedString(20))) as day_operator,
              toNullable(deposit_shares) as day_deposit,
              toNullable(scaling_factor) as day_scaling,
              toNullable(beacon_factor) as day_beacon
            from int_eigenlayer_share_daily final
            where
              network = {network:String} and staker between first_staker and last_staker and day <= last_day
            union all
            select
              delegation.staker as staker,
              held.strategy as strategy,
              delegation.day as day,
              toNullable(delegation.operator) as day_operator,
              cast(null as Nullable(Int256)) as day_deposit,
              cast(null as Nullable(Int256)) as day_scaling,
              cast(null as Nullable(Int256)) as day_beacon
            from (
              select staker, day, operator
              from int_eigenlayer_delegation_daily final
              where network = {network:String} and staker between first_staker and last_staker and day <= last_day
            ) as delegation
            inner join (
              select distinct staker, strategy
              from int_eigenlayer_share_daily
              where
                network = {network:String} and staker between first_staker and last_staker and day <= last_day
            ) as held on held.staker = delegation.staker
          )
          where staker in (
            select staker
            from int_eigenlayer_share_daily
            where
              network = {network:String}
              and staker between first_staker and last_staker
              and day between first_day and last_day
            union all
            select staker
            from int_eigenlayer_delegation_daily
            where
              network = {network:String}
              and staker between first_staker and last_staker
              and (
                day between first_day and last_day
                or operator in (
                  select operator
                  from raw_eigenlayer_magnitude
                  where network = {network:String} and day between first_day and last_day
                )
              )
          )
          group by staker, strategy, day
        )
        window upto as (
          partition by staker, strategy
          order by day asc
          rows between unbounded preceding and current row
        )
      ) as known
      left join (
        select operator, strategy, arraySort(groupArray((day, left_over))) as points
        from (
          select
            operator,
            strategy,
            magnitude.day as day,
            argMax(toInt256(magnitude.max_magnitude), (magnitude.block, magnitude.log_index)) as left_over
          from raw_eigenlayer_magnitude as magnitude
          where network = {network:String} and magnitude.day <= last_day
          group by operator, strategy, day
        )
        group by operator, strategy
      ) as magnitude
        on magnitude.operator = ifNull(known.known_operator, no_operator) and magnitude.strategy = known.strategy
      where known_deposit is not null
    )
    array join arrayConcat(
      [(known_day, if(
        arrayExists(point -> point.1 <= known_day, points),
        arrayLast(point -> point.1 <= known_day, points).2,
        whole
      ))],
      arrayFilter(point -> point.1 > known_day and point.1 < next_day, points)
    ) as piece
  )
  window earlier as (
    partition by staker, strategy
    order by day asc
    rows between unbounded preceding and current row
  )
)
where day between first_day and last_day and (deposit_shares != 0 or previous_deposit != 0)
