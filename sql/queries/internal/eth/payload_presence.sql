-- Whether the payload of a block was revealed; no row if the block is not stored.
select transaction_count is not null as is_present
from raw_eth_block final
where
  network = {network:String}
  and slot between {from:UInt32} and {to:UInt32}
  and block_root = {root:String}
  and is_final = 1
