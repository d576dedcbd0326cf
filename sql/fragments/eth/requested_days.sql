-- Requested days of validators; the key prunes by each condition.
performance.network = {network:String}
and performance.validator_index in {indices:Array(UInt32)}
and vaWithin(performance.day, {dayMin:Nullable(UInt32)}, {dayMax:Nullable(UInt32)})
and vaWithin(performance.date, {dateMin:Nullable(Date)}, {dateMax:Nullable(Date)})
