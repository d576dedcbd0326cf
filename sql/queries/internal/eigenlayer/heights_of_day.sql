-- The first and last block of a day that is over; none of the first day, whose first block nothing tells.
select countIf(day = {day:Date}) as found, maxIf(last_block, day < {day:Date}) + 1 as first, maxIf(last_block, day = {day:Date}) as last
from raw_eigenlayer_day final
where network = {network:String} and day <= {day:Date}
