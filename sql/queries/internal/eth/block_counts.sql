-- Slots of each epoch whose block, or its absence, is final.
select epoch, uniqExact(slot) as rows
from raw_eth_block final
where
  network = {network:String}
  and epoch between {from:UInt32} and {to:UInt32}
  and is_final = 1
  and status != 'orphaned'
  and slot between {from:UInt32} * {slots:UInt32} and {to:UInt32} * {slots:UInt32} + {slots:UInt32} - 1
group by epoch
