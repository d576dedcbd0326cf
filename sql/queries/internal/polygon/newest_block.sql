-- Block of the root chain of the newest checkpoint.
select max(block_number) as block_number
from raw_polygon_checkpoint
where network = {network:String}
