-- The newest checkpoint, and the number of them; 0 if there are none.
select count() as rows, max(checkpoint) as height
from raw_polygon_checkpoint
where network = {network:String}
