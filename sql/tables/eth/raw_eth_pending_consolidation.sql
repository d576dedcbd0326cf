/* ---
height: epoch
fed_by: topic epoch
keep: forever
--- */
create table if not exists raw_eth_pending_consolidation (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  epoch UInt32 comment 'Epoch whose state at its first slot queues it: the first that does, or an epoch at which a listener began',
  source_index UInt32 comment 'Validator that will be merged',
  target_index UInt32 comment 'Validator that it will be merged into',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, source_index, epoch)
comment 'One row per source in the queue of accepted consolidations of a node''s state and epoch in which it was read, also of those whose request is older than the warehouse: the first epoch counts. It stays when the consolidation is executed or dropped'
