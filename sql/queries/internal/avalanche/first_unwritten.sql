-- The first block of a range that is not stored, after the contiguous ones from its start.
select {from:UInt32} + countIf(height = {from:UInt32} + place) as next
from (
  select height, row_number() over (order by height asc) - 1 as place
  from raw_avalanche_block final
  where network = {network:String} and height between {from:UInt32} and {to:UInt32}
)
