/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists int_eth_consolidation_entity (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  source_index UInt32 comment 'Validator merged from',
  epoch UInt32 comment 'As in raw_eth_consolidation',
  date Date comment 'UTC day in which the epoch starts',
  source_id_type LowCardinality(String) comment 'What the entity of the source is, such as pool',
  source_entity String comment 'Entity that the source counted for on the date',
  target_id_type LowCardinality(String) comment 'What the entity of the target is',
  target_entity String comment 'Entity that the target counted for on the date',
  version UInt64 comment 'As of int_eth_validator_entity_daily: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, source_index)
comment 'One row per consolidation: for whom its validators counted on its UTC day'
