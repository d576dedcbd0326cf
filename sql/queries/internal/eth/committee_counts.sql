-- How many slots of each epoch have their committees. The slots are named too, because they are the key.
select epoch, count() as rows
from raw_eth_committee final
where
  network = {network:String}
  and epoch between {from:UInt32} and {to:UInt32}
  and slot between {from:UInt32} * {slots:UInt32} and {to:UInt32} * {slots:UInt32} + {slots:UInt32} - 1
group by epoch
