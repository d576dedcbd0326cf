/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists int_eth_stake_movement (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'As in fct_eth_validator_performance_daily',
  day UInt32 comment 'Day of the epoch' codec(Delta, ZSTD(1)),
  stake_action Enum8('activation' = 1, 'exit' = 2) comment 'Action of the validator',
  validator_index UInt32 comment 'Index of the validator' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'First epoch in which it was active, or no longer active' codec(ZSTD(1)),
  amount_gwei UInt64 comment 'Effective balance in the state of that epoch' codec(ZSTD(1)),
  since_epoch Nullable(UInt32) comment 'For activations, the epoch from which it was eligible' codec(ZSTD(1)),
  version UInt64 comment 'Version of the day: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, day_type, intDiv(day, 366))
order by (network, day_type, day, stake_action, validator_index)
comment 'One row per validator that was activated or exited on a day. A validator active at genesis was not activated'
