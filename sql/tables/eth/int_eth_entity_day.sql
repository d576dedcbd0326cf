/* ---
height: day
fed_by: transform
announces: [int_eth_validator_entity_daily, fct_eth_entity_performance_daily, fct_eth_stake_movement, int_eth_consolidation_entity]
swap: last
keep: forever
view: eth_entity_day
revision: 56
--- */
create table if not exists int_eth_entity_day (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'As in fct_eth_validator_performance_daily',
  day UInt32 comment 'Number of the day',
  day_version UInt64 comment 'Version of int_eth_day whose records these are made of',
  deposit_checksum UInt64 comment 'Checksum of whose deposits made validators of the day, as far as it was known; 0 without any',
  facts_checksum UInt64 comment 'Checksum of what the records of the day are computed from; 0: computed before it was kept',
  version UInt64 comment 'As of the records: not below that of int_eth_day, unless the day was made again since'
)
engine = ReplacingMergeTree(version)
order by (network, day_type, day)
comment 'One row per day whose records of entities are written. Written after the records'
