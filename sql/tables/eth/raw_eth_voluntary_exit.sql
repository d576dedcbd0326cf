/* ---
height: slot
fed_by: topic block
keep: forever
--- */
create table if not exists raw_eth_voluntary_exit (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Validator that exits',
  exit_message_epoch UInt32 comment 'Epoch in the signed message',
  block_root FixedString(66) comment 'Root of the block, 0x and hex',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 21600))
order by (network, slot, validator_index, block_root)
comment 'One row per voluntary exit in a final block'
