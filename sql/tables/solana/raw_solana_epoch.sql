/* ---
height: none
fed_by: topic slot
keep: forever
--- */
create table if not exists raw_solana_epoch (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch',
  first_slot UInt32 comment 'First slot of the epoch',
  last_slot UInt32 comment 'Last slot of the epoch',
  version UInt64 comment 'Decoder revision'
)
engine = ReplacingMergeTree(version)
order by (network, epoch)
comment 'One row per epoch with a known slot, by the node''s epoch schedule'
