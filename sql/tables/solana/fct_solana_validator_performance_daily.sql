/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_solana_validator_performance_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  vote_account LowCardinality(String) comment 'Vote account',
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  identity LowCardinality(String) comment 'Identity of its validator, by the state nearest to the period',
  from_slot UInt32 comment 'First slot that is known' codec(Delta, ZSTD(1)),
  to_slot UInt32 comment 'Last slot that is known' codec(Delta, ZSTD(1)),
  from_epoch UInt32 comment 'Epoch of the first slot' codec(Delta, ZSTD(1)),
  to_epoch UInt32 comment 'Epoch of the last slot' codec(Delta, ZSTD(1)),
  activated_stake_lamports Nullable(UInt64) comment 'Stake by the state nearest to the period, in lamports; null when there is none' codec(ZSTD(1)),
  leader_slot_count Nullable(UInt32) comment 'Slots that it led; null when the leader of a slot of the period is unknown' codec(ZSTD(1)),
  produced_count UInt32 comment 'Blocks that it produced' codec(T64, ZSTD(1)),
  empty_count UInt32 comment 'Blocks without transactions, at all times' codec(T64, ZSTD(1)),
  vote_only_count UInt32 comment 'Blocks of nothing but votes' codec(T64, ZSTD(1)),
  unknown_count UInt32 comment 'Blocks that were not read whole' codec(T64, ZSTD(1)),
  confirmed_count UInt32 comment 'Confirmed blocks of all leaders' codec(T64, ZSTD(1)),
  alpenglow_slot_count UInt32 comment 'Slots of the period under Alpenglow' codec(T64, ZSTD(1)),
  vote_score_max UInt64 comment 'Score of somebody who voted for all blocks in time' codec(T64, ZSTD(1)),
  vote_count Nullable(UInt32) comment 'Confirmed blocks that it voted for; null under Alpenglow and where blocks were not read whole' codec(ZSTD(1)),
  latency_sum Nullable(UInt64) comment 'Slots from block to landing, summed up; null as vote_count' codec(ZSTD(1)),
  vote_score Nullable(UInt64) comment 'Vote credits by latency at landing; null as vote_count' codec(ZSTD(1)),
  participation Nullable(Float64) comment 'Under Alpenglow: certificates that include it, of those that could, by blocks of the epochs; null when unknown' codec(ZSTD(1)),
  proposer_effectiveness Nullable(Float64) comment 'Blocks by what they hold, of the slots that it led: 0 to 1; null without any, and when they are unknown' codec(ZSTD(1)),
  voting_effectiveness Nullable(Float64) comment 'Score, of the highest possible: 0 to 1; participation under Alpenglow' codec(ZSTD(1)),
  effectiveness Nullable(Float64) comment 'Both by the weights of the rating version, or the one that there is: 0 to 1' codec(ZSTD(1)),
  rating_version UInt8 comment 'Version of the rating that the weights are of',
  is_complete UInt8 comment '1: the row changes no more, but for a closer state',
  from_at DateTime('UTC') comment 'Time of the first slot' codec(Delta, ZSTD(1)),
  to_at DateTime('UTC') comment 'Time of the last slot' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Model revision, slots known, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, vote_account, day)
comment 'One row per vote account and UTC day'
