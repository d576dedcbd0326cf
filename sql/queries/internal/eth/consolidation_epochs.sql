-- Epochs of a range into which validators were consolidated.
select distinct epoch
from raw_eth_consolidation final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
order by epoch asc
