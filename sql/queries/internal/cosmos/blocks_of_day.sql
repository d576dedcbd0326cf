-- How many blocks of a day are there, and the first and last of them.
select count() as blocks, min(height) as first, max(height) as last
from raw_cosmos_block final
where network = {network:String} and day = {day:Date}
