/* ---
height: epoch
fed_by: topic epoch
keep: forever
--- */
create table if not exists raw_eth_pending_consolidation (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch whose state at its first slot queues the consolidation: the first one that does, or the first epoch of a listener',
  source_index UInt32 comment 'Validator to be merged',
  target_index UInt32 comment 'Validator that it is to be merged into',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, source_index, epoch)
comment 'One row per source in a node''s queue of accepted consolidations and epoch in which it was read, including requests older than the warehouse. The first epoch counts. Rows stay after the consolidation is executed or dropped'
