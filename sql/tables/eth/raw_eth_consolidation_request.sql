/* ---
height: slot
fed_by: topic block
keep: forever
--- */
create table if not exists raw_eth_consolidation_request (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  position UInt32 comment 'Position in its list',
  source_address FixedString(42) comment 'Asking address',
  source_pubkey FixedString(48) comment 'Public key to merge from',
  target_pubkey FixedString(48) comment 'Public key to merge into; equal to the source it asks for compounding credentials',
  block_root FixedString(66) comment 'Root of the block, 0x and hex',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 21600))
order by (network, slot, position, block_root)
comment 'One row per consolidation request in a final block: a wish, which the chain may ignore'
