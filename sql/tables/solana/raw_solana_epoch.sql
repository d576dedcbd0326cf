/* ---
height: none
fed_by: topic slot
keep: forever
--- */
create table if not exists raw_solana_epoch (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch',
  first_slot UInt32 comment 'Its first slot',
  last_slot UInt32 comment 'Its last slot',
  version UInt64 comment 'Decoder revision'
)
engine = ReplacingMergeTree(version)
order by (network, epoch)
comment 'One row per epoch of which a slot is known, by the schedule of the node'
