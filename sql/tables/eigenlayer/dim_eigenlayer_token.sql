/* ---
height: none
fed_by: topic day
keep: forever
--- */
create table if not exists dim_eigenlayer_token (
  network LowCardinality(String) comment 'Network, such as mainnet',
  token FixedString(20) comment 'Token, bytes' codec(ZSTD(1)),
  name Nullable(String) comment 'Name; null if it has none' codec(ZSTD(1)),
  symbol Nullable(String) comment 'Symbol; null if it has none' codec(ZSTD(1)),
  decimals Nullable(UInt8) comment 'Decimals of the token; null if it has none' codec(ZSTD(1)),
  version UInt64 comment 'Number of known facts: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, token)
comment 'One row per token'
