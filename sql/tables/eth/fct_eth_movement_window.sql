/* ---
height: last_day
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_movement_window (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  id_type LowCardinality(String) comment 'As in fct_eth_entity_performance_daily',
  entity String comment 'As in fct_eth_entity_performance_daily',
  time_window LowCardinality(String) comment 'As in fct_eth_entity_window',
  stake_action Enum8('activation' = 1, 'exit' = 2) comment 'As in int_eth_stake_movement',
  last_day UInt32 comment 'Last day of the window. Rows of an earlier one than the network has tell of entities that no longer moved',
  validator_count UInt32 comment 'Validators that were activated, or exited; consolidated ones have not exited',
  amount_gwei UInt64 comment 'Sum of their effective balances in the state of that epoch',
  wait_epoch_sum UInt64 comment 'Epochs from when they were eligible, or their exit was decided on',
  wait_count UInt32 comment 'Of how many that is known',
  action_limit UInt64 comment 'How many the rules let through in the window, of 32 ETH each',
  exit_limit UInt64 comment 'How many may exit: of activations more than action_limit where these are capped',
  version UInt64 comment 'As of fct_eth_validator_window: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, id_type, entity, time_window, stake_action)
comment 'One row per entity, time window and action: what moved, and what could have. The network has a row of each'
