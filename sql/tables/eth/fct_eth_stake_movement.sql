/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_eth_stake_movement (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'As in fct_eth_validator_performance_daily',
  day UInt32 comment 'As in int_eth_stake_movement' codec(Delta, ZSTD(1)),
  stake_action Enum8('activation' = 1, 'exit' = 2) comment 'As in int_eth_stake_movement',
  validator_index UInt32 comment 'Index of the validator' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'As in int_eth_stake_movement' codec(ZSTD(1)),
  amount_gwei UInt64 comment 'As in int_eth_stake_movement' codec(ZSTD(1)),
  since_epoch Nullable(UInt32) comment 'As in int_eth_stake_movement' codec(ZSTD(1)),
  entities Array(Tuple(id_type LowCardinality(String), entity String)) comment 'Entities of the validator on that day' codec(ZSTD(3)),
  version UInt64 comment 'Version of int_eth_validator_entity_daily: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, day_type, intDiv(day, 366))
order by (network, day_type, day, stake_action, validator_index)
comment 'One row per validator that was activated or exited on a day, with its entities. A consolidation counts as an exit here'
