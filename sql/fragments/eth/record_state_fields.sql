-- Whether a record of v1 may still change.
true as isFinalized,
toBool(
  min(performance.is_complete) = 1
  and vaIsPeriodOver(
    max(performance.day), max(performance.date), vaPeriodEnd({granularity:String}, max(performance.date)),
    {dayMax:Nullable(UInt32)}, {dateMax:Nullable(Date)}, {lastDay:UInt32}
  )
) as isComplete
