/* ---
height: last_day
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_validator_duty_window (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  time_window LowCardinality(String) comment '1d, 7d, 30d or all: the last 90 days at most',
  validator_index UInt32 comment 'Index of the validator' codec(Delta, ZSTD(1)),
  last_day UInt32 comment 'Last day of the window: the last complete chain day' codec(Delta, ZSTD(1)),
  day_count UInt32 comment 'Complete days of the window with a record of the validator' codec(T64, ZSTD(1)),
  effective_balance_gwei Nullable(UInt64) comment 'Effective balance in the last epoch of the last day; null without a record of that day, and in rows older than this column' codec(T64, ZSTD(1)),
  missed_duty_count UInt32 comment 'Missed attestations, proposals and sync signatures' codec(T64, ZSTD(1)),
  proposed_count UInt32 comment 'Canonical proposals' codec(T64, ZSTD(1)),
  reward_gwei Int64 comment 'Consensus rewards, without penalties' codec(T64, ZSTD(1)),
  penalty_gwei Nullable(Int64) comment 'Penalties of every kind, zero or below; null if a correlation penalty is unknown' codec(T64, ZSTD(1)),
  validator_effectiveness Nullable(Float64) comment 'Mean over its rated days, 0 to 100' codec(ZSTD(1)),
  version UInt64 comment 'Version of fct_eth_validator_window: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, time_window, validator_index)
comment 'One row per validator and time window that ends with the last complete chain day: the totals shown in lists of validators'
