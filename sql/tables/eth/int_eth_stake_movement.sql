/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists int_eth_stake_movement (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'As in fct_eth_validator_performance_daily',
  day UInt32 comment 'Day of the epoch' codec(Delta, ZSTD(1)),
  stake_action Enum8('activation' = 1, 'exit' = 2) comment 'What the validator did',
  validator_index UInt32 comment 'Index' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'First epoch in which it was active, or no longer' codec(ZSTD(1)),
  amount_gwei UInt64 comment 'Effective balance in the state of that epoch' codec(ZSTD(1)),
  since_epoch Nullable(UInt32) comment 'Of activations: epoch from which on it was eligible' codec(ZSTD(1)),
  version UInt64 comment 'As of the day: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, day_type, intDiv(day, 366))
order by (network, day_type, day, stake_action, validator_index)
comment 'One row per validator that was activated on a day, or exited. Who was active at genesis was not activated'
