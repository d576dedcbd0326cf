/* ---
height: slot
fed_by: topic block
keep: forever
--- */
create table if not exists raw_eth_credential_change (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Whose credentials change',
  address FixedString(42) comment 'Address that it withdraws to from then on, 0x and hex',
  block_root FixedString(66) comment 'Root of the block',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator_index, slot)
comment 'One row per validator whose BLS credentials became those of an address (0x00 to 0x01) in a final block'
