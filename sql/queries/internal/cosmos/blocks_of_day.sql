select count() as blocks, min(height) as from_block, max(height) as to_block
from raw_cosmos_block final
where network = {network:String} and day = {day:Date}
