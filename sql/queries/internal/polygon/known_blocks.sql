-- Runs of blocks of the root chain whose events are here.
select from_block, to_block
from raw_polygon_scan final
where network = {network:String}
order by from_block
