-- The final blocks of a range of slots.
select slot, toString(block_root) as block_root, fork, proposer_index, sync_committee_bits, transaction_count
from raw_eth_block final
where
  network = {network:String}
  and slot between {from:UInt32} and {to:UInt32}
  and status = 'canonical'
  and is_final = 1
