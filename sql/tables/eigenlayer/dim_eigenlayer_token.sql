/* ---
height: none
fed_by: topic day
keep: forever
--- */
create table if not exists dim_eigenlayer_token (
  network LowCardinality(String) comment 'Network, such as mainnet',
  token FixedString(20) comment 'Token, bytes' codec(ZSTD(1)),
  name Nullable(String) comment 'Its name; null where it has none' codec(ZSTD(1)),
  symbol Nullable(String) comment 'Its symbol; null where it has none' codec(ZSTD(1)),
  decimals Nullable(UInt8) comment 'Digits behind the point of one token; null where it has none' codec(ZSTD(1)),
  version UInt64 comment 'How much of it is known: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, token)
comment 'One row per token'
