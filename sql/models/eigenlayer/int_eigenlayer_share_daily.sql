/* ---
grain: network, staker, strategy, day
reads: [raw_eigenlayer_share, raw_eigenlayer_withdrawal, raw_eigenlayer_migration]
window: stakers
--- */
-- Running sums over all logs of the stakers that have a log on the days.
insert into int_eigenlayer_share_daily
select
  {network:String} as network,
  staker,
  strategy,
  day,
  deposit_shares,
  ifNull(scaling, toInt256(1000000000000000000)) as scaling_factor,
  ifNull(beacon, toInt256(1000000000000000000)) as beacon_factor,
  {revision:UInt64} as version
from (
  select
    staker,
    strategy,
    day,
    sum(change) over running as deposit_shares,
    last_value(day_scaling) over running as scaling,
    last_value(day_beacon) over running as beacon
  from (
    select
      staker,
      strategy,
      day,
      sum(vaEigenlayerShareChange(kind, amount, is_migrated, scaling_before)) as change,
      argMaxIf(toNullable(amount), (block, log_index, position), kind = 'scaling_factor') as day_scaling,
      argMaxIf(toNullable(amount), (block, log_index, position), kind = 'beacon_factor') as day_beacon
    from (
      select
        staker,
        strategy,
        block,
        log_index,
        position,
        day,
        kind,
        amount,
        kind = 'withdrawal_m2' and (block, log_index) in (
          select block, log_index
          from raw_eigenlayer_withdrawal
          where
            network = {network:String}
            and kind = 'm2'
            and withdrawal_root in (select new_root from raw_eigenlayer_migration where network = {network:String})
        ) as is_migrated,
        last_value(if(kind = 'scaling_factor', toNullable(amount), null)) over (
          partition by staker, strategy
          order by block asc, log_index asc, position asc
          rows between unbounded preceding and current row
        ) as scaling_before
      from raw_eigenlayer_share final
      where
        network = {network:String}
        and staker >= toFixedString(unhex({first_staker:String}), 20)
        and staker <= toFixedString(unhex({last_staker:String}), 20)
        and day <= toDate({last_day:UInt16})
        and kind <= 'beacon_factor'
        and staker in (
          select staker
          from raw_eigenlayer_share
          where
            network = {network:String}
            and staker >= toFixedString(unhex({first_staker:String}), 20)
        and staker <= toFixedString(unhex({last_staker:String}), 20)
            and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
        )
    )
    group by staker, strategy, day
  )
  window running as (
    partition by staker, strategy
    order by day asc
    rows between unbounded preceding and current row
  )
)
where day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
