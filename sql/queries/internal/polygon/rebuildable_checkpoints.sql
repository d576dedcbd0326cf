-- Checkpoints with stored facts.
select checkpoint
from raw_polygon_checkpoint final
where network = {network:String}
order by checkpoint
