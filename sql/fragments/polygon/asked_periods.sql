-- Checkpoints and days that periods are asked of, as (first checkpoint, last, first day, last).
tuple(
    if({granularity:String} = 'day', 0, ifNull({checkpointMin:Nullable(UInt32)}, 0)),
    if({granularity:String} = 'day', 4294967295, ifNull({checkpointMax:Nullable(UInt32)}, 4294967295)),
    ifNull({dayMin:Nullable(Date)}, toDate('1970-01-01')),
    ifNull({dayMax:Nullable(Date)}, toDate('2149-06-06'))
  ) as asked
