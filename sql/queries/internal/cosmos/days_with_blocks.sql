-- Days of a range that have a block.
select distinct toString(day) as day
from raw_cosmos_block
where network = {network:String} and day between {first:Date} and {last:Date}
