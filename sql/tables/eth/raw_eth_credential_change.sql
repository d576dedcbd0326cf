/* ---
height: slot
fed_by: topic block
keep: forever
--- */
create table if not exists raw_eth_credential_change (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Validator whose credentials change',
  address FixedString(42) comment 'Address for withdrawals from then on, 0x and hex',
  block_root FixedString(66) comment 'Root of the block',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator_index, slot)
comment 'One row per validator whose BLS credentials (0x00) changed to an address (0x01) in a final block'
