-- Announcements of a range of epochs.
select
  epoch,
  role,
  fork,
  spec,
  genesis_time,
  genesis_validators_root,
  sync_committee,
  finalized_epoch_after,
  parent_block_root,
  registry_epoch,
  registry_rows,
  inactivity_score_rows
from raw_eth_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
