/* ---
height: none
fed_by: cli
keep: forever
--- */
create table if not exists raw_eth_entity_key (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  source LowCardinality(String) comment 'Source of the data',
  import_id UInt64 comment 'Import of the row',
  line UInt32 comment 'Line of the imported file',
  key String comment 'Public key or address in lower case with 0x, or index, by key_kind',
  key_kind Enum8('pubkey' = 1, 'index' = 2, 'withdrawal_address' = 3, 'deposit_address' = 4) comment 'Kind of key',
  id_type LowCardinality(String) comment 'pool, nodeOperator, depositAddress, dvtNetwork, dvtOperator or poolShare',
  entity String comment 'Name of the entity, in its own case',
  pool_type LowCardinality(String) comment 'For pools, cex or lst; empty if unknown',
  from_date Nullable(Date32) comment 'First date on which it holds; null if open',
  to_date Nullable(Date32) comment 'Last date on which it holds; null if open',
  version UInt64 comment 'Always 1: a row of an import never changes'
)
engine = ReplacingMergeTree(version)
order by (network, source, import_id, line)
comment 'One row per imported line: a key that belongs to an entity between two dates. Rows of the highest import of each source count'
