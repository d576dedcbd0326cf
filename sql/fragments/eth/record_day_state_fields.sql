-- record_state_fields.sql for days.
true as isFinalized,
toBool(
  performance.is_complete = 1
  and vaIsPeriodOver(
    performance.day, performance.date, performance.date,
    {dayMax:Nullable(UInt32)}, {dateMax:Nullable(Date)}, {lastDay:UInt32}
  )
) as isComplete
