-- Number of slots of which it is final whether they have a block.
select uniqExact(slot) as slots
from raw_eth_block final
where
  network = {network:String}
  and slot between {from:UInt32} and {to:UInt32}
  and status != 'orphaned'
  and is_final = 1
