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
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'As in fct_eth_validator_performance_daily',
  day UInt32 comment 'Number of the day',
  day_version UInt64 comment 'Version of int_eth_day from whose records these were computed',
  deposit_checksum UInt64 comment 'Checksum of the known deposits that created validators of the day; 0 if there are none',
  facts_checksum UInt64 comment 'Checksum of the facts from which the records of the day are computed; 0: computed before it was kept',
  version UInt64 comment 'Version of the records: at least that of int_eth_day, unless the day was recomputed since'
)
engine = ReplacingMergeTree(version)
order by (network, day_type, day)
comment 'One row per day with written entity records. Written after the records'
