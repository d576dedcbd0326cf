-- Requested days of an entity or of the network; the key prunes by all conditions except the dates.
performance.network = {network:String}
and performance.day_type = {dayType:String}
and performance.id_type = {idType:String}
and performance.entity = {id:String}
and vaWithin(performance.day, {dayMin:Nullable(UInt32)}, {dayMax:Nullable(UInt32)})
and vaWithin(performance.date, {dateMin:Nullable(Date)}, {dateMax:Nullable(Date)})
and performance.row_count > 0
