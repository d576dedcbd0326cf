-- Attestations in the order of their blocks and of their indices in them: the first inclusion counts.
select
  slot,
  attested_slot,
  target_epoch,
  committee_indices,
  aggregation_bits,
  toString(beacon_block_root) as beacon_block_root,
  toString(target_root) as target_root,
  payload_index
from raw_eth_attestation final
where network = {network:String} and slot between {from:UInt32} and {to:UInt32}
order by slot, attestation_index
