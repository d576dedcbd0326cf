/* ---
height: block
fed_by: topic reward
keep: forever
view: eigenlayer_reward
--- */
create table if not exists raw_eigenlayer_reward (
  network LowCardinality(String) comment 'Network, such as mainnet',
  earner FixedString(20) comment 'Earner, bytes' codec(ZSTD(1)),
  token FixedString(20) comment 'Token, bytes' codec(ZSTD(1)),
  snapshot Date comment 'UTC date of the snapshot' codec(Delta, ZSTD(1)),
  root_index UInt32 comment 'Root that published it' codec(ZSTD(1)),
  block UInt32 comment 'Block of that root' codec(Delta, ZSTD(1)),
  cumulative UInt256 comment 'Cumulative earnings up to the snapshot, in the smallest unit' codec(ZSTD(1)),
  before UInt256 comment 'Cumulative earnings up to the previous snapshot, in the smallest unit' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, earner, token, snapshot, root_index)
comment 'One row per earner, token and snapshot in which the earnings change'
