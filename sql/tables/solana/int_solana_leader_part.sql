/* ---
height: interval_slot
fed_by: model
keep: forever
--- */
create table if not exists int_solana_leader_part (
  network LowCardinality(String) comment 'Network, such as mainnet',
  interval_slot UInt32 comment 'First slot of the interval of 3,000 slots' codec(Delta, ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  leader LowCardinality(String) comment 'Identity of the leader; empty if no node returned it',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  leader_slot_count UInt32 comment 'Led slots' codec(T64, ZSTD(1)),
  produced_count UInt32 comment 'Slots with a known leader and a block' codec(T64, ZSTD(1)),
  empty_count UInt32 comment 'Blocks without transactions' codec(T64, ZSTD(1)),
  vote_only_count UInt32 comment 'Blocks with vote transactions only' codec(T64, ZSTD(1)),
  unknown_count UInt32 comment 'Blocks that may contain more than votes, because they were not read completely' codec(T64, ZSTD(1)),
  fee_lamports UInt64 comment 'Fees paid out by its blocks, in lamports' codec(ZSTD(1)),
  alpenglow_block_count Nullable(UInt32) comment 'Blocks under Alpenglow; null in rows older than this column' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, then known slots of the interval and after it: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(interval_slot, 3000000))
order by (network, interval_slot, day, leader, epoch)
comment 'One row per interval, UTC day and epoch in it, and identity that led slots'
