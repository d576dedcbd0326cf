/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists raw_eth_entity_mapping (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'As in fct_eth_validator_performance_daily',
  day UInt32 comment 'Number of the day',
  sources Array(String) comment 'Sources with rows on the date of the day, in ascending order',
  import_ids Array(UInt32) comment 'Import of each source that the day was computed with',
  reported_until DateTime64(6, 'UTC') comment 'Self reports first made after this time do not count on the day',
  version UInt64 comment 'Version of the records of the day: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, day_type, day)
comment 'One row per complete day: the mapping of validators to entities that its records were computed with. Recomputing the records keeps it'
