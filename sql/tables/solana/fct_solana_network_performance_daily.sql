/* ---
height: day
fed_by: model
announces: [fct_solana_validator_performance_daily]
keep: day
revision: 52
--- */
create table if not exists fct_solana_network_performance_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  from_slot UInt32 comment 'First slot that is known' codec(Delta, ZSTD(1)),
  to_slot UInt32 comment 'Last slot that is known' codec(Delta, ZSTD(1)),
  from_epoch UInt32 comment 'Epoch of the first slot' codec(Delta, ZSTD(1)),
  to_epoch UInt32 comment 'Epoch of the last slot' codec(Delta, ZSTD(1)),
  activated_stake_lamports Nullable(UInt64) comment 'Stake of all validators, in lamports; null without a state' codec(ZSTD(1)),
  voter_count UInt32 comment 'Vote accounts with stake, or that voted' codec(T64, ZSTD(1)),
  votable_count UInt64 comment 'Votes there would be, had all of them voted for every block' codec(T64, ZSTD(1)),
  leader_slot_count UInt32 comment 'Slots with a known leader' codec(T64, ZSTD(1)),
  produced_count UInt32 comment 'Of them, those with a block' codec(T64, ZSTD(1)),
  empty_count UInt32 comment 'Blocks without transactions, at all times' codec(T64, ZSTD(1)),
  vote_only_count UInt32 comment 'Blocks of nothing but votes' codec(T64, ZSTD(1)),
  unknown_count UInt32 comment 'Blocks that were not read whole' codec(T64, ZSTD(1)),
  confirmed_count UInt32 comment 'Confirmed blocks of all leaders' codec(T64, ZSTD(1)),
  alpenglow_slot_count UInt32 comment 'Slots of the period under Alpenglow' codec(T64, ZSTD(1)),
  vote_score_max UInt64 comment 'Score of all staked validators, had they voted for all blocks in time' codec(T64, ZSTD(1)),
  vote_count Nullable(UInt32) comment 'Votes for confirmed blocks, of all validators; null under Alpenglow and where blocks were not read whole' codec(ZSTD(1)),
  latency_sum Nullable(UInt64) comment 'Slots from block to landing, summed up; null as vote_count' codec(ZSTD(1)),
  vote_score Nullable(UInt64) comment 'Vote credits by latency at landing; null as vote_count' codec(ZSTD(1)),
  participation Nullable(Float64) comment 'Mean of the participation of its validators, by stake; null when unknown' codec(ZSTD(1)),
  proposer_effectiveness Nullable(Float64) comment 'Blocks by what they hold, of the slots that it led: 0 to 1; null without any' codec(ZSTD(1)),
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
order by (network, day)
comment 'One row per UTC day'
