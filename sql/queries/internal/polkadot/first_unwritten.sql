-- The first era of a range that is not computed, after the contiguous ones from its start.
select {from:UInt32} + countIf(era = {from:UInt32} + place) as next
from (
  select era, row_number() over (order by era asc) - 1 as place
  from int_polkadot_network_era final
  where network = {network:String} and era between {from:UInt32} and {to:UInt32}
)
