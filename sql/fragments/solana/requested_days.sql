-- Requested days of a `record`, by date or by slots.
record.network = {network:String}
and vaWithin(record.day, {dayMin:Nullable(Date)}, {dayMax:Nullable(Date)})
and ({slotMin:Nullable(UInt64)} is null or record.to_slot >= {slotMin:Nullable(UInt64)})
and ({slotMax:Nullable(UInt64)} is null or record.from_slot <= {slotMax:Nullable(UInt64)})
