/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists int_eth_churn_daily (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'As in fct_eth_validator_performance_daily',
  day UInt32 comment 'Number of the day',
  exit_limit UInt64 comment 'Number of validators of 32 ETH that may exit: the sum of the limits of its epochs, each rounded down',
  activation_limit UInt64 comment 'Number of validators that may be activated, counted in the same way',
  epoch_count UInt32 comment 'Epochs with known limits',
  version UInt64 comment 'Version of the day, and the known epochs: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, day_type, day)
comment 'One row per day: the churn limits of its epochs'
