/* ---
height: day
fed_by: topic day
keep: forever
--- */
create table if not exists raw_eigenlayer_rate (
  network LowCardinality(String) comment 'Network, such as mainnet',
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  strategy FixedString(20) comment 'Strategy, bytes' codec(ZSTD(1)),
  asked_shares UInt256 comment 'Shares of the request' codec(ZSTD(1)),
  underlying Nullable(UInt256) comment 'Value of these shares in the smallest unit of the token at the last block of the day; null if the call failed' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, strategy, day)
comment 'One row per strategy and UTC day: the value of its shares'
