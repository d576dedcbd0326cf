/* ---
height: slot
fed_by: topic block
keep: forever
--- */
create table if not exists raw_eth_consolidation_request (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  position UInt32 comment 'Position in its list',
  source_address FixedString(42) comment 'Address that sends the request',
  source_pubkey FixedString(48) comment 'Public key to merge from',
  target_pubkey FixedString(48) comment 'Public key to merge into; the same as the source in a request for compounding credentials',
  block_root FixedString(66) comment 'Root of the block, 0x and hex',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 21600))
order by (network, slot, position, block_root)
comment 'One row per consolidation request in a final block. The chain may ignore a request'
