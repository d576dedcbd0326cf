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
  from_slot UInt32 comment 'First known slot' codec(Delta, ZSTD(1)),
  to_slot UInt32 comment 'Last known slot' codec(Delta, ZSTD(1)),
  from_epoch UInt32 comment 'Epoch of the first slot' codec(Delta, ZSTD(1)),
  to_epoch UInt32 comment 'Epoch of the last slot' codec(Delta, ZSTD(1)),
  activated_stake_lamports Nullable(UInt64) comment 'Stake of all validators, in lamports; null without a state' codec(ZSTD(1)),
  voter_count UInt32 comment 'Vote accounts with stake or votes' codec(T64, ZSTD(1)),
  votable_count UInt64 comment 'Number of votes if every vote account voted for every block' codec(T64, ZSTD(1)),
  leader_slot_count UInt32 comment 'Slots with a known leader' codec(T64, ZSTD(1)),
  produced_count UInt32 comment 'Slots with a known leader and a block' codec(T64, ZSTD(1)),
  empty_count UInt32 comment 'Blocks without transactions, at all times' codec(T64, ZSTD(1)),
  vote_only_count UInt32 comment 'Blocks with vote transactions only' codec(T64, ZSTD(1)),
  unknown_count UInt32 comment 'Blocks that were not read completely' codec(T64, ZSTD(1)),
  confirmed_count UInt32 comment 'Confirmed blocks of all leaders' codec(T64, ZSTD(1)),
  alpenglow_slot_count UInt32 comment 'Slots of the period under Alpenglow' codec(T64, ZSTD(1)),
  vote_score_max UInt64 comment 'Maximum score: all staked validators vote for all blocks in time' codec(T64, ZSTD(1)),
  vote_count Nullable(UInt32) comment 'Votes for confirmed blocks, of all validators; null under Alpenglow, and if blocks were not read completely' codec(ZSTD(1)),
  latency_sum Nullable(UInt64) comment 'Sum of the slots between block and landing; null if vote_count is' codec(ZSTD(1)),
  vote_score Nullable(UInt64) comment 'Vote credits by latency at landing; null if vote_count is' codec(ZSTD(1)),
  participation Nullable(Float64) comment 'Stake-weighted mean participation of validators, 0 to 1; null if unknown' codec(ZSTD(1)),
  proposer_effectiveness Nullable(Float64) comment 'Score of produced blocks by content, divided by led slots, 0 to 1; null without led slots' codec(ZSTD(1)),
  voting_effectiveness Nullable(Float64) comment 'Vote score divided by the maximum score, 0 to 1; participation under Alpenglow' codec(ZSTD(1)),
  effectiveness Nullable(Float64) comment 'Proposer and voting effectiveness combined by the weights of the rating version, or the only one that is known, 0 to 1' codec(ZSTD(1)),
  rating_version UInt8 comment 'Rating version of the weights',
  is_complete UInt8 comment '1 if only a nearer state can still change the row',
  from_at DateTime('UTC') comment 'Time of the first slot' codec(Delta, ZSTD(1)),
  to_at DateTime('UTC') comment 'Time of the last slot' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Model revision, known slots, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, day)
comment 'One row per UTC day'
