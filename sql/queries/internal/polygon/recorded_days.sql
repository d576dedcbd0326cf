-- Number of checkpoints, and of their known facts, from which the records of days are computed.
select toString(day) as date, toUInt64(checkpoint_count) + known_count as checkpoints
from int_polygon_day final
where network = {network:String} and day between {first:Date} and {last:Date}
order by date
