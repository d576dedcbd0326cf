-- Blocks of the run that begins a range: 0 when its first block is not here.
select countIf(toUInt64(height) - {from:UInt32} = place) as blocks
from (
  select height, row_number() over (order by height asc) - 1 as place
  from raw_avalanche_block final
  where network = {network:String} and height between {from:UInt32} and {to:UInt32}
)
