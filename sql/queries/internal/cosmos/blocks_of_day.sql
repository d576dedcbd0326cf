-- Number of stored blocks of a day, and the first and last of them.
select count() as blocks, min(height) as first, max(height) as last
from raw_cosmos_block final
where network = {network:String} and day = {day:Date}
