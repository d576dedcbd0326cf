/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists int_eth_churn_daily (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'As in fct_eth_validator_performance_daily',
  day UInt32 comment 'Number of the day',
  exit_limit UInt64 comment 'How many validators of 32 ETH may leave: the sum of the limits of its epochs, each rounded down',
  activation_limit UInt64 comment 'How many may become active, counted likewise',
  epoch_count UInt32 comment 'Epochs whose limits are known',
  version UInt64 comment 'As of the day, and the epochs that are known: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, day_type, day)
comment 'One row per day: how much the rules of its epochs let through'
