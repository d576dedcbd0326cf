/* ---
height: interval_slot
fed_by: model
keep: forever
--- */
create table if not exists int_solana_vote_part (
  network LowCardinality(String) comment 'Network, such as mainnet',
  interval_slot UInt32 comment 'First slot of the interval of 3,000 slots' codec(Delta, ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  vote_account LowCardinality(String) comment 'Vote account',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  vote_count UInt32 comment 'Confirmed blocks that it voted for; each counts at its first landing' codec(T64, ZSTD(1)),
  latency_sum UInt64 comment 'Sum over these votes of the slots between block and landing' codec(T64, ZSTD(1)),
  vote_score UInt64 comment 'Vote credits by latency at landing' codec(T64, ZSTD(1)),
  version UInt64 comment 'Model revision, then known slots of the interval and after it: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(interval_slot, 3000000))
order by (network, interval_slot, day, vote_account, epoch)
comment 'One row per interval, UTC day and epoch in it, and vote account that voted for its blocks'
