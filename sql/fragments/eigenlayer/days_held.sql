-- A row holds until the next one, or to the last full day: its days within the requested range.
arrayJoin(
  range(
    greatest(toUInt16(held.day), toUInt16(ifNull({fromDate:Nullable(Date)}, toDate(0)))),
    greatest(
      least(
        toUInt16(held.next_day),
        if({toDate:Nullable(Date)} is null, 65535, toUInt16(assumeNotNull({toDate:Nullable(Date)})) + 1)
      ),
      greatest(toUInt16(held.day), toUInt16(ifNull({fromDate:Nullable(Date)}, toDate(0))))
    )
  )
) as day_number
