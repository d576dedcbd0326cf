/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists int_eth_consolidation_entity (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  source_index UInt32 comment 'Validator that was merged',
  epoch UInt32 comment 'As in raw_eth_consolidation',
  date Date comment 'UTC day in which the epoch starts',
  source_id_type LowCardinality(String) comment 'Type of the source''s entity, such as pool',
  source_entity String comment 'Entity of the source on the date',
  target_id_type LowCardinality(String) comment 'Type of the target''s entity',
  target_entity String comment 'Entity of the target on the date',
  version UInt64 comment 'Version of int_eth_validator_entity_daily: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, source_index)
comment 'One row per consolidation: the entities of its validators on its UTC day'
