-- Runs of execution blocks within a range whose deposits are in the tables, in order.
select from_block, to_block
from raw_eth_deposit_range final
where network = {network:String} and to_block >= {from:UInt32} and from_block <= {to:UInt32}
order by from_block, to_block
