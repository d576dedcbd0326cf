/* ---
height: block
fed_by: topic log
keep: forever
--- */
create table if not exists raw_eigenlayer_delegation (
  network LowCardinality(String) comment 'Network, such as mainnet',
  staker FixedString(20) comment 'Staker that delegates, bytes' codec(ZSTD(1)),
  block UInt32 comment 'Block of the log' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in the block' codec(ZSTD(1)),
  day Date comment 'UTC day of the block' codec(Delta, ZSTD(1)),
  operator FixedString(20) comment 'New operator, bytes; zeros: none' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, staker, block, log_index)
comment 'One row per start or end of a delegation'
