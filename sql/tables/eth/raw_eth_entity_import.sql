/* ---
height: none
fed_by: cli
announces: [raw_eth_entity_key]
keep: forever
--- */
create table if not exists raw_eth_entity_import (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  source String comment 'Source of the data: the source column of the imported file',
  import_id UInt64 comment 'Number of the import, counted per network: the highest of a source is in force',
  row_count UInt32 comment 'Rows of the source in the import; 0 removed the source',
  first_date Nullable(Date32) comment 'Earliest date of its rows or of the rows they replaced; null if open',
  last_date Nullable(Date32) comment 'Latest date of its rows or of the rows they replaced; null if open',
  imported_at DateTime('UTC') comment 'Time of the import',
  version UInt64 comment 'Always 1: an import never changes'
)
engine = ReplacingMergeTree(version)
order by (network, source, import_id)
comment 'One row per import and source, written after its rows: it defines which rows of a source are in force'
