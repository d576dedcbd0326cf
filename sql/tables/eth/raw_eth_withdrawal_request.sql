/* ---
height: slot
fed_by: topic block
keep: raw
--- */
create table if not exists raw_eth_withdrawal_request (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  position UInt32 comment 'Position in its list',
  source_address FixedString(42) comment 'Address that sends the request',
  pubkey FixedString(48) comment 'BLS public key, bytes',
  amount_gwei UInt64 comment 'Requested amount; 0 for a full exit',
  block_root FixedString(66) comment 'Root of the block, 0x and hex',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 21600))
order by (network, slot, position, block_root)
comment 'One row per withdrawal request in a final block. The chain may ignore a request'
