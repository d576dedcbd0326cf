/* ---
height: none
fed_by: cli
keep: forever
--- */
create table if not exists raw_eth_entity_key (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  source LowCardinality(String) comment 'Who says so',
  import_id UInt64 comment 'Import that brought the row',
  line UInt32 comment 'Line of the imported file',
  key String comment 'Public key or address in lower case with 0x, or index, by key_kind',
  key_kind Enum8('pubkey' = 1, 'index' = 2, 'withdrawal_address' = 3, 'deposit_address' = 4) comment 'What the key is',
  id_type LowCardinality(String) comment 'pool, nodeOperator, depositAddress, dvtNetwork, dvtOperator or poolShare',
  entity String comment 'Name of the entity, in its own case',
  pool_type LowCardinality(String) comment 'cex or lst, of pools; empty is unknown',
  from_date Nullable(Date32) comment 'First date that it holds for; null is open',
  to_date Nullable(Date32) comment 'Last date that it holds for; null is open',
  version UInt64 comment 'Always 1: a row of an import never changes'
)
engine = ReplacingMergeTree(version)
order by (network, source, import_id, line)
comment 'One row per imported line: a key that belongs to an entity between two dates. Rows of the highest import of each source count'
