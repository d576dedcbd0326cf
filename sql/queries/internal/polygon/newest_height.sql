-- The newest checkpoint, and how many there are: 0 tells that there is none.
select count() as rows, max(checkpoint) as height
from raw_polygon_checkpoint
where network = {network:String}
