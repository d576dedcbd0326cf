/* ---
height: last_day
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_network_window (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  time_window LowCardinality(String) comment '1d, 7d, 30d or all: every complete chain day here',
  last_day UInt32 comment 'Last day of the window: the last complete chain day',
  validator_count UInt32 comment 'Active validators in the last epoch of the last day',
  previous_validator_count Nullable(UInt32) comment 'Those of 1, 7 or 30 days before, of all of the last day; null where that complete day is not here',
  active_balance_gwei UInt64 comment 'Their effective balances',
  previous_active_balance_gwei Nullable(UInt64) comment 'Those of the same day before',
  mean_balance_gwei Nullable(Float64) comment 'Mean of their balances after the last slot of the last day; null where none was told',
  previous_mean_balance_gwei Nullable(Float64) comment 'That of the same day before',
  median_age_days Nullable(UInt32) comment 'Median of whole chain days that they have been active; null without any',
  slot_count UInt64 comment 'Slots of the window',
  missed_slot_count UInt64 comment 'Slots without a canonical block; the genesis slot is none of them',
  uptime Nullable(Float64) comment 'Mean over validators and days, 0 to 1',
  inclusion_delay Nullable(Float64) comment 'Mean over validators and days, in slots',
  validator_effectiveness Nullable(Float64) comment 'Mean over validators and days, 0 to 100',
  mean_consensus_percentage Nullable(Float64) comment 'Mean over validators of the yearly rate of consensus rewards, in percent: of those that were active in every epoch of the window, 90 days at most; null where one is not known',
  median_consensus_percentage Nullable(Float64) comment 'Median of these rates',
  mean_execution_percentage Nullable(Float64) comment 'Mean over the same validators of the yearly rate of execution rewards; null where one is not known',
  median_execution_percentage Nullable(Float64) comment 'Median of these rates',
  earnings_gwei Nullable(Int64) comment 'Consensus rewards less penalties of all validators on the days of the window; null where a correlation penalty is not known',
  tips_wei Nullable(UInt256) comment 'Priority fees that reached proposers on these days; null where those of a block are not known, or no execution node told of any',
  baseline_mev_wei Nullable(UInt256) comment 'Baseline MEV of these days; null as well',
  gini Nullable(Float64) comment 'Gini coefficient of active validators over pools, else operators, else addresses, else validators, on the last day',
  version UInt64 comment 'As of fct_eth_validator_window: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, time_window)
comment 'One row per network and time window that ends with the last complete chain day'
