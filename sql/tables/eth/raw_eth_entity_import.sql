/* ---
height: none
fed_by: cli
announces: [raw_eth_entity_key]
keep: forever
--- */
create table if not exists raw_eth_entity_import (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  source String comment 'Who says so: the source column of the imported file',
  import_id UInt64 comment 'Number of the import, counted up by network: the highest of a source is in force',
  row_count UInt32 comment 'Rows of the source in it; 0 took the source away',
  first_date Nullable(Date32) comment 'Earliest date that its rows, or those it replaced, hold for; null is open',
  last_date Nullable(Date32) comment 'Latest date that its rows, or those it replaced, hold for; null is open',
  imported_at DateTime('UTC') comment 'When',
  version UInt64 comment 'Always 1: an import never changes'
)
engine = ReplacingMergeTree(version)
order by (network, source, import_id)
comment 'One row per import and source, written after its rows: which rows of a source are in force'
