/* ---
height: none
fed_by: topic reward
keep: forever
--- */
create table if not exists dim_eigenlayer_price (
  network LowCardinality(String) comment 'Network, such as mainnet',
  token FixedString(20) comment 'Token, bytes' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  eth_price Nullable(Decimal(38, 18)) comment 'Price of a token in ETH; null if unknown' codec(ZSTD(1)),
  usd_price Nullable(Decimal(38, 18)) comment 'Price of a token in US dollars; null if unknown' codec(ZSTD(1)),
  version UInt64 comment 'Edition of the price file: only rows of the newest edition count' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, token, day)
comment 'One row per token and UTC day of the price file'
