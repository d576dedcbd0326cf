-- The UTC day of a block.
select toString(day) as day
from raw_cosmos_block final
where network = {network:String} and height = {height:UInt32}
