/* ---
height: block
fed_by: topic log
keep: forever
--- */
create table if not exists raw_eigenlayer_event (
  network LowCardinality(String) comment 'Network, such as mainnet',
  block UInt32 comment 'Block of the log' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in the block' codec(ZSTD(1)),
  contract FixedString(20) comment 'Contract that emitted it, bytes' codec(ZSTD(1)),
  name LowCardinality(String) comment 'Name of the event',
  arguments String comment 'Arguments by name, JSON' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, block, log_index)
comment 'One row per event that no other table records: submissions, splits, slashings and similar'
