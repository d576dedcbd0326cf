/* ---
height: last_day
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_movement_window (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  id_type LowCardinality(String) comment 'As in fct_eth_entity_performance_daily',
  entity String comment 'As in fct_eth_entity_performance_daily',
  time_window LowCardinality(String) comment 'As in fct_eth_entity_window',
  stake_action Enum8('activation' = 1, 'exit' = 2) comment 'As in int_eth_stake_movement',
  last_day UInt32 comment 'Last day of the window. Rows with an earlier day than the network''s belong to entities without later movements',
  validator_count UInt32 comment 'Validators that were activated or exited; consolidated ones do not count as exited',
  amount_gwei UInt64 comment 'Sum of their effective balances in the state of that epoch',
  wait_epoch_sum UInt64 comment 'Epochs waited since validators became eligible, or since their exit was initiated',
  wait_count UInt32 comment 'Number of validators with a known wait',
  action_limit UInt64 comment 'Number of validators of 32 ETH that the rules allow in the window',
  exit_limit UInt64 comment 'Number of validators that may exit; for activations more than action_limit if these are capped',
  version UInt64 comment 'Version of fct_eth_validator_window: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, id_type, entity, time_window, stake_action)
comment 'One row per entity, time window and action: the movements and their limits. The network has a row for each'
