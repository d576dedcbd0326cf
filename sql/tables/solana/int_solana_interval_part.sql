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
  slot_count UInt32 comment 'Slots known' codec(T64, ZSTD(1)),
  produced_count UInt32 comment 'Slots with a block: confirmed blocks' codec(T64, ZSTD(1)),
  empty_count UInt32 comment 'Blocks without transactions' codec(T64, ZSTD(1)),
  vote_only_count UInt32 comment 'Blocks of nothing but votes' codec(T64, ZSTD(1)),
  unknown_count UInt32 comment 'Blocks of which nobody knows whether they hold more than votes' codec(T64, ZSTD(1)),
  votable_count UInt32 comment 'Confirmed blocks before Alpenglow: those that votes on chain could name' codec(T64, ZSTD(1)),
  vote_score_max UInt64 comment 'Score of somebody who voted for all of them in time' codec(T64, ZSTD(1)),
  alpenglow_slot_count UInt32 comment 'Slots under Alpenglow' codec(T64, ZSTD(1)),
  alpenglow_block_count UInt32 comment 'Confirmed blocks under Alpenglow' codec(T64, ZSTD(1)),
  unread_count UInt32 comment 'Blocks that may hold votes for the interval and were not read whole' codec(T64, ZSTD(1)),
  is_complete UInt8 comment '1: all slots of the interval are known, and all in which votes for them may land; the row never changes then',
  from_at DateTime('UTC') comment 'Time of the first slot' codec(Delta, ZSTD(1)),
  to_at DateTime('UTC') comment 'Time of the last slot' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Model revision, then slots known of the interval and behind it: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(interval_slot, 3000000))
order by (network, interval_slot, day)
comment 'One row per interval of 3,000 slots and UTC day in it'
