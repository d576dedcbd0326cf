/* ---
height: block
fed_by: topic log
keep: forever
--- */
create table if not exists raw_eigenlayer_migration (
  network LowCardinality(String) comment 'Network, such as mainnet',
  block UInt32 comment 'Block of the log' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in the block' codec(ZSTD(1)),
  old_root FixedString(32) comment 'Root of the withdrawal in M1, bytes' codec(ZSTD(1)),
  new_root FixedString(32) comment 'Root of the same withdrawal in M2, bytes' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, block, log_index)
comment 'One row per withdrawal of M1 that was queued again in M2'
