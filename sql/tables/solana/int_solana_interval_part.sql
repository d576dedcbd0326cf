/* ---
height: interval_slot
fed_by: model
announces: [int_solana_leader_part, int_solana_vote_part]
swap: last
keep: forever
--- */
create table if not exists int_solana_interval_part (
  network LowCardinality(String) comment 'Network, such as mainnet',
  interval_slot UInt32 comment 'First slot of the interval of 3,000 slots' codec(Delta, ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  from_slot UInt32 comment 'First slot of the part' codec(Delta, ZSTD(1)),
  to_slot UInt32 comment 'Last slot of the part' codec(Delta, ZSTD(1)),
  from_epoch UInt32 comment 'Epoch of the first slot' codec(Delta, ZSTD(1)),
  to_epoch UInt32 comment 'Epoch of the last slot' codec(Delta, ZSTD(1)),
  slot_count UInt32 comment 'Known slots' codec(T64, ZSTD(1)),
  produced_count UInt32 comment 'Confirmed blocks' codec(T64, ZSTD(1)),
  empty_count UInt32 comment 'Blocks without transactions' codec(T64, ZSTD(1)),
  vote_only_count UInt32 comment 'Blocks with vote transactions only' codec(T64, ZSTD(1)),
  unknown_count UInt32 comment 'Blocks that may contain more than votes, because they were not read completely' codec(T64, ZSTD(1)),
  votable_count UInt32 comment 'Confirmed blocks before Alpenglow, for which votes on chain are possible' codec(T64, ZSTD(1)),
  vote_score_max UInt64 comment 'Maximum score: votes for all of these blocks in time' codec(T64, ZSTD(1)),
  alpenglow_slot_count UInt32 comment 'Slots under Alpenglow' codec(T64, ZSTD(1)),
  alpenglow_block_count UInt32 comment 'Confirmed blocks under Alpenglow' codec(T64, ZSTD(1)),
  unread_count UInt32 comment 'Blocks that may contain votes for the interval and were not read completely' codec(T64, ZSTD(1)),
  is_complete UInt8 comment '1 if all slots of the interval are known, and all slots in which votes for them may land; the row never changes after that',
  from_at DateTime('UTC') comment 'Time of the first slot' codec(Delta, ZSTD(1)),
  to_at DateTime('UTC') comment 'Time of the last slot' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Model revision, then known slots of the interval and after it: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(interval_slot, 3000000))
order by (network, interval_slot, day)
comment 'One row per interval of 3,000 slots and UTC day in it'
