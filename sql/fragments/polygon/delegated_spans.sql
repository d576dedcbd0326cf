-- Delegations of one account: for each validator, spans of periods without a gap, by their index in the requested
-- range.
places as (
    select
      1 as one,
      ranged.checkpoint as checkpoint,
      ranged.position as position,
      dense_rank() over (order by ranged.period asc) as place
    from (
      select
        checkpoint,
        position,
        if({granularity:String} = 'day', toUInt32(day), checkpoint) as period,
        min(checkpoint) over (partition by period) as from_checkpoint,
        max(checkpoint) over (partition by period) as to_checkpoint
      from fct_polygon_checkpoint final
      where
        network = {network:String}
        and day >= ifNull({dayMin:Nullable(Date)}, toDate('1970-01-01'))
        and day <= ifNull({dayMax:Nullable(Date)}, toDate('2149-06-06'))
    ) as ranged
    where
      ranged.from_checkpoint <= ifNull({checkpointMax:Nullable(UInt32)}, 4294967295)
      and ranged.to_checkpoint >= ifNull({checkpointMin:Nullable(UInt32)}, 0)
  ),
  spans as (
    select
      begun.validator as validator,
      begun.first_place as first_place,
      ending_at.place as last_place
    from (
      select
        stretch.validator as validator,
        stretch.until as until,
        1 as one,
        beginning.checkpoint as first_checkpoint,
        beginning.place as first_place
      from (
        select
          validator,
          position,
          stake,
          1 as one,
          leadInFrame(position, 1, 18446744073709551615) over (
            partition by validator
            order by position asc
            rows between unbounded preceding and unbounded following
          ) as until
        from held
      ) as stretch
      asof inner join places as beginning
        on beginning.one = stretch.one and stretch.position < beginning.position
      where stretch.stake > 0
    ) as begun
    asof inner join places as ending_at
      on ending_at.one = begun.one and begun.until >= ending_at.position
    where begun.first_checkpoint <= ending_at.checkpoint
  )
