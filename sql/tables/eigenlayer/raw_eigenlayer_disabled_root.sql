/* ---
height: block
fed_by: topic log
keep: forever
--- */
create table if not exists raw_eigenlayer_disabled_root (
  network LowCardinality(String) comment 'Network, such as mainnet',
  root_index UInt32 comment 'Index of the root' codec(ZSTD(1)),
  block UInt32 comment 'Block of the log' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in the block' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, root_index)
comment 'One row per distribution root that was disabled'
