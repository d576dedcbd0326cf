-- What a delegator got of each validator by period: a checkpoint or a day, whole ones.
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
