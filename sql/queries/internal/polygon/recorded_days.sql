-- Of how many checkpoints, and how much that is known of them, the records of days are made.
select toString(day) as date, toUInt64(checkpoint_count) + known_count as checkpoints
from int_polygon_day final
where network = {network:String} and day between {first:Date} and {last:Date}
order by date
