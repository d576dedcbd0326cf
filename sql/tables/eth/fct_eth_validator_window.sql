/* ---
height: last_day
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_validator_window (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  validator_index UInt32 comment 'Index',
  time_window LowCardinality(String) comment '1d, 7d, 30d or all: the last 90 days at most',
  last_day UInt32 comment 'Last day of the window: the last complete chain day' codec(Delta, ZSTD(1)),
  first_day UInt32 comment 'First day that counts' codec(Delta, ZSTD(1)),
  day_count UInt32 comment 'Complete days from first_day to last_day',
  earnings_gwei Nullable(Int64) comment 'Consensus rewards less penalties of these days; null where a correlation penalty is not known' codec(T64, ZSTD(1)),
  effective_balance_sum_gwei UInt64 comment 'Sum of the effective balances at the last epochs of these days' codec(T64, ZSTD(1)),
  execution_rewards_wei Nullable(UInt256) comment 'Priority fees and baseline MEV of these days; null where those of a block are not known, or no execution node told of any' codec(ZSTD(1)),
  is_whole UInt8 comment '1 when active in every epoch of these days: only then it has a rate' codec(ZSTD(1)),
  is_steady UInt8 comment '1 when it belonged to the same entities on each of these days' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, last day, then what was known of the days: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator_index, time_window)
comment 'One row per validator and time window that ends with the last complete chain day: what its rate of return follows from'
