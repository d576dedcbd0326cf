/* ---
height: block
fed_by: topic log
keep: forever
--- */
create table if not exists raw_eigenlayer_operator (
  network LowCardinality(String) comment 'Network, such as mainnet',
  operator FixedString(20) comment 'Operator, bytes' codec(ZSTD(1)),
  block UInt32 comment 'Block of the log' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in the block' codec(ZSTD(1)),
  metadata_uri Nullable(String) comment 'URI of the operator''s metadata; null in a registration' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, operator, block, log_index)
comment 'One row per registration of an operator, and per change of its metadata URI'
