-- Number of stored checkpoints of a UTC day, and the first and last of them.
select count() as found, min(checkpoint) as first, max(checkpoint) as last
from raw_polygon_checkpoint final
where network = {network:String} and toDate(checkpoint_at) = {day:Date}
