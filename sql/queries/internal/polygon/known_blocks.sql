-- Runs of root chain blocks with stored events.
select from_block, to_block
from raw_polygon_scan final
where network = {network:String}
order by from_block
