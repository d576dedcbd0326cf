/* ---
height: day
fed_by: transform
announces: [fct_eth_validator_performance_daily, fct_eth_validator_reconciliation_daily, int_eth_stake_movement, int_eth_churn_daily, int_eth_exit_request]
swap: last
keep: forever
view: eth_day
revision: 56
--- */
create table if not exists int_eth_day (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'As in fct_eth_validator_performance_daily',
  day UInt32 comment 'Number of the day',
  date Date comment 'As in fct_eth_validator_performance_daily',
  start_epoch UInt32 comment 'First epoch that the rows of the day cover',
  end_epoch UInt32 comment 'Last epoch that the rows of the day cover',
  is_complete UInt8 comment '1 if all epochs of the day are covered; entity records follow later, see is_complete of fct_eth_entity_performance_daily',
  execution_fact_count UInt64 comment 'Part of the version that counts the known execution facts of its epochs' codec(T64, ZSTD(1)),
  version UInt64 comment 'Model revision, then covered epochs, then their known facts: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, day_type, day)
comment 'One row per day with written records: the epochs they cover. Written after the records'
