/* ---
height: none
fed_by: topic day
keep: forever
--- */
create table if not exists dim_eigenlayer_strategy (
  network LowCardinality(String) comment 'Network, such as mainnet',
  strategy FixedString(20) comment 'Strategy, bytes' codec(ZSTD(1)),
  token FixedString(20) comment 'Underlying token, bytes' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, strategy)
comment 'One row per strategy'
