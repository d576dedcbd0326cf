/* ---
height: last_day
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_network_window (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  time_window LowCardinality(String) comment '1d, 7d, 30d or all: every complete chain day in the warehouse',
  last_day UInt32 comment 'Last day of the window: the last complete chain day',
  validator_count UInt32 comment 'Active validators in the last epoch of the last day',
  previous_validator_count Nullable(UInt32) comment 'Active validators 1, 7 or 30 days earlier, or on the last day for all; null if that day is not complete in the warehouse',
  active_balance_gwei UInt64 comment 'Effective balances of these validators',
  previous_active_balance_gwei Nullable(UInt64) comment 'Effective balances on the same earlier day',
  mean_balance_gwei Nullable(Float64) comment 'Mean of their balances after the last slot of the last day; null if none was read',
  previous_mean_balance_gwei Nullable(Float64) comment 'Mean balance on the same earlier day',
  median_age_days Nullable(UInt32) comment 'Median number of whole chain days since activation; null if there are no validators',
  slot_count UInt64 comment 'Slots of the window',
  missed_slot_count UInt64 comment 'Slots without a canonical block, without the genesis slot',
  uptime Nullable(Float64) comment 'Mean over validators and days, 0 to 1',
  inclusion_delay Nullable(Float64) comment 'Mean over validators and days, in slots',
  validator_effectiveness Nullable(Float64) comment 'Mean over validators and days, 0 to 100',
  mean_consensus_percentage Nullable(Float64) comment 'Mean annual rate of consensus rewards, in percent, over validators active in every epoch of the window (90 days at most); null if unknown for one of them',
  median_consensus_percentage Nullable(Float64) comment 'Median of these rates',
  mean_execution_percentage Nullable(Float64) comment 'Mean annual rate of execution rewards over the same validators; null if unknown for one of them',
  median_execution_percentage Nullable(Float64) comment 'Median of these rates',
  earnings_gwei Nullable(Int64) comment 'Consensus rewards less penalties of all validators on the days of the window; null if a correlation penalty is unknown',
  tips_wei Nullable(UInt256) comment 'Priority fees that reached proposers on these days; null if unknown for a block, or if no execution node returned any block',
  baseline_mev_wei Nullable(UInt256) comment 'Baseline MEV of these days; null if tips_wei is',
  gini Nullable(Float64) comment 'Gini coefficient on the last day of active validators grouped by pool, otherwise by operator, otherwise by address, otherwise each on its own',
  version UInt64 comment 'Version of fct_eth_validator_window: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, time_window)
comment 'One row per network and time window that ends with the last complete chain day'
