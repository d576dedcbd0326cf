/* ---
height: block
fed_by: topic reward
keep: forever
--- */
create table if not exists raw_eigenlayer_leaf (
  network LowCardinality(String) comment 'Network, such as mainnet',
  root_index UInt32 comment 'Index of the root' codec(ZSTD(1)),
  token FixedString(20) comment 'Token, bytes' codec(ZSTD(1)),
  block UInt32 comment 'Block of the root' codec(Delta, ZSTD(1)),
  earner_count UInt32 comment 'Earners with a leaf for the token' codec(ZSTD(1)),
  total UInt256 comment 'Sum of these leaves, in the smallest unit' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, root_index, token)
comment 'One row per distribution root and token: the sum of its leaves'
