-- Number of stored blocks of a day, and the first and last of them.
select count() as found, min(height) as first, max(height) as last
from raw_avalanche_block final
where network = {network:String} and toDate(block_at) = {day:Date}
