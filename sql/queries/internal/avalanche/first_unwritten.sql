-- The first block of a range that is not here: behind as many as follow each other from its beginning on.
select {from:UInt32} + countIf(height = {from:UInt32} + place) as next
from (
  select height, row_number() over (order by height asc) - 1 as place
  from raw_avalanche_block final
  where network = {network:String} and height between {from:UInt32} and {to:UInt32}
)
