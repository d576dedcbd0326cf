-- Rewards of one delegator, newest period first: one record per period and validator; the size counts periods.
with
  accounts as (select {delegatorAddress:String} as account),
  /* include fragments/polygon/held_stakes.sql */,
  /* include fragments/polygon/delegated_spans.sql */,
  -- Periods with stake: more spans have started than ended. Periods older than the page are not read.
  (
    select min(checkpoint)
    from places
    where place in (
      select depths.place
      from (
        select
          place,
          is_period,
          sum(change) over (order by place asc, is_period asc rows between unbounded preceding and current row) as depth
        from (
          select toUInt64(first_place) as place, 0 as is_period, toInt64(1) as change from spans
          union all
          select toUInt64(last_place) + 1 as place, 0 as is_period, toInt64(-1) as change from spans
          union all
          select distinct toUInt64(place) as place, 1 as is_period, toInt64(0) as change from places
        )
      ) as depths
      where depths.is_period = 1 and depths.depth > 0
      order by depths.place desc
      limit {size:UInt64}
    )
  ) as oldest,
  tuple(
    if(oldest = 0, 4294967295, oldest),
    if({granularity:String} = 'day', 4294967295, ifNull({checkpointMax:Nullable(UInt32)}, 4294967295)),
    toDate('1970-01-01'),
    ifNull({dayMax:Nullable(Date)}, toDate('2149-06-06'))
  ) as requested,
  paid as (
  /* include fragments/polygon/delegated_checkpoints.sql */
  ),
  -- By period, a checkpoint or a day: complete ones.
  periods as (
    select
      paid.account as account,
      paid.validator as validator,
      if({granularity:String} = 'day', toUInt32(paid.day), paid.checkpoint) as period,
      min(paid.checkpoint) as from_checkpoint,
      max(paid.checkpoint) as to_checkpoint,
      any(paid.day) as day,
      argMax(paid.stake, paid.checkpoint) as last_stake,
      sum(paid.net) as net,
      sum(paid.missed) as missed
    from paid
    group by paid.account, paid.validator, period
    having
      max(paid.stake) > 0
      and from_checkpoint <= ifNull({checkpointMax:Nullable(UInt32)}, 4294967295)
      and to_checkpoint >= ifNull({checkpointMin:Nullable(UInt32)}, 0)
  )
select
  periods.account as delegatorAddress,
  periods.validator as validatorId,
  cast(null as Nullable(String)) as validatorName,
  periods.from_checkpoint as fromCheckpoint,
  periods.to_checkpoint as toCheckpoint,
  periods.day as fromDate,
  periods.day as toDate,
  vaPol(periods.last_stake) as delegatorStake,
  vaPol(periods.net) as rewards,
  vaPol(periods.missed) as missedRewards
from periods
order by periods.period desc, periods.validator asc
-- No period has records of a thousand validators.
limit {size:UInt64} * 1000
