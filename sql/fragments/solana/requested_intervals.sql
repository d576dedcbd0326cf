-- Requested intervals of a `record`, by slots, or by the date on which they begin.
record.network = {network:String}
and vaWithin(record.interval_slot, {slotMin:Nullable(UInt64)}, {slotMax:Nullable(UInt64)})
and vaWithin(toDate(record.from_at), {dayMin:Nullable(Date)}, {dayMax:Nullable(Date)})
