-- The first slot of a range that is not stored, after the contiguous ones from its start.
select {from:UInt32} + countIf(slot = {from:UInt32} + place) as next
from (
  select slot, row_number() over (order by slot asc) - 1 as place
  from raw_solana_slot final
  where network = {network:String} and slot between {from:UInt32} and {to:UInt32}
)
