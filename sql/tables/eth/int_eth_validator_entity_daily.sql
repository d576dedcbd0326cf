/* ---
height: day
fed_by: model
keep: day
view: eth_validator_entity_daily
--- */
create table if not exists int_eth_validator_entity_daily (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'As in fct_eth_validator_performance_daily',
  day UInt32 comment 'Number of the day' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Index of the validator' codec(Delta, ZSTD(1)),
  entities Array(Tuple(id_type LowCardinality(String), entity String)) comment 'Entities of the validator on the date of the day, by type and name' codec(ZSTD(3)),
  entities_hash UInt64 comment 'Hash of the entities: validators with an unchanged hash kept their entities' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, then the newest import that was read, then covered epochs: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, day_type, intDiv(day, 366))
order by (network, day_type, day, validator_index)
comment 'One row per validator and day: its entities'
