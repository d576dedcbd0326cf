/* ---
height: last_day
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_validator_window (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  validator_index UInt32 comment 'Index of the validator',
  time_window LowCardinality(String) comment '1d, 7d, 30d or all: the last 90 days at most',
  last_day UInt32 comment 'Last day of the window: the last complete chain day' codec(Delta, ZSTD(1)),
  first_day UInt32 comment 'First day that counts' codec(Delta, ZSTD(1)),
  day_count UInt32 comment 'Complete days from first_day to last_day',
  earnings_gwei Nullable(Int64) comment 'Consensus rewards less penalties of these days; null if a correlation penalty is unknown' codec(T64, ZSTD(1)),
  effective_balance_sum_gwei UInt64 comment 'Sum of the effective balances in the last epochs of these days' codec(T64, ZSTD(1)),
  execution_rewards_wei Nullable(UInt256) comment 'Priority fees and baseline MEV of these days; null if unknown for a block, or if no execution node returned any block' codec(ZSTD(1)),
  is_whole UInt8 comment '1 if active in every epoch of these days: only then it has a rate' codec(ZSTD(1)),
  is_steady UInt8 comment '1 if it belonged to the same entities on each of these days' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, last day, then known facts of the days: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator_index, time_window)
comment 'One row per validator and time window that ends with the last complete chain day: the inputs of its rate of return'
