/* ---
height: block
fed_by: topic log
keep: forever
view: eigenlayer_magnitude
--- */
create table if not exists raw_eigenlayer_magnitude (
  network LowCardinality(String) comment 'Network, such as mainnet',
  operator FixedString(20) comment 'Operator, bytes' codec(ZSTD(1)),
  strategy FixedString(20) comment 'Strategy, bytes' codec(ZSTD(1)),
  block UInt32 comment 'Block of the log' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in the block' codec(ZSTD(1)),
  day Date comment 'UTC day of the block' codec(Delta, ZSTD(1)),
  max_magnitude UInt64 comment 'Magnitude that is left after slashing, of 10^18' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, operator, strategy, block, log_index)
comment 'One row per change of the maximum magnitude of an operator in a strategy'
