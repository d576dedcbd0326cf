/* ---
height: none
fed_by: cli
announces: [raw_eth_imported_peer]
keep: forever
--- */
create table if not exists raw_eth_peer_import (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  import_id UInt64 comment 'Number of the import, counted per network: the highest is in force',
  peer_count UInt32 comment 'Rows in the import; 0 removed all imported peers',
  imported_at DateTime('UTC') comment 'Time of the import',
  version UInt64 comment 'Always 1: an import never changes'
)
engine = ReplacingMergeTree(version)
order by (network, import_id)
comment 'One row per import of peers, written after its rows: it defines which of them are in force'
