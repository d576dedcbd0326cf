/* ---
height: day
fed_by: model
keep: day
view: eth_validator_entity_daily
--- */
create table if not exists int_eth_validator_entity_daily (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'As in fct_eth_validator_performance_daily',
  day UInt32 comment 'Number of the day' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Index' codec(Delta, ZSTD(1)),
  entities Array(Tuple(id_type LowCardinality(String), entity String)) comment 'Entities that it belongs to on the date of the day, by type and name' codec(ZSTD(3)),
  entities_hash UInt64 comment 'Of the entities: whose stays the same stayed where it was' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, then the newest import that was read, then epochs covered: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, day_type, intDiv(day, 366))
order by (network, day_type, day, validator_index)
comment 'One row per validator and day: to whom it belonged'
