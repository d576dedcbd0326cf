/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists int_eth_payload (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the canonical block' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch of the slot' codec(Delta, ZSTD(1)),
  block_number UInt64 comment 'Number of the execution block' codec(Delta, ZSTD(1)),
  block_hash FixedString(66) comment 'Hash of the execution block' codec(ZSTD(3)),
  fee_recipient FixedString(42) comment 'Fee recipient, 0x and hex' codec(ZSTD(3)),
  transaction_count UInt32 comment 'Transactions' codec(T64, ZSTD(1)),
  transaction_type_counts Array(UInt32) comment 'Number of transactions of types 0 to 4; empty if unknown' codec(ZSTD(1)),
  gas_used Nullable(UInt64) comment 'Gas used; null if unknown' codec(T64, ZSTD(1)),
  blob_gas_used Nullable(UInt64) comment 'Blob gas used; null if unknown' codec(ZSTD(1)),
  base_fee_per_gas_wei Nullable(UInt256) comment 'Base fee; null if unknown' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, then whether all fields are known: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 216000))
order by (network, slot)
comment 'One row per final canonical block with a payload: fields of the beacon block, kept for data that execution nodes return later'
