/* ---
height: block
fed_by: topic reward
announces: [raw_eigenlayer_reward]
keep: forever
--- */
create table if not exists raw_eigenlayer_snapshot (
  network LowCardinality(String) comment 'Network, such as mainnet',
  snapshot Date comment 'UTC date of the snapshot' codec(Delta, ZSTD(1)),
  root_index UInt32 comment 'Root that published it' codec(ZSTD(1)),
  block UInt32 comment 'Block of that root' codec(Delta, ZSTD(1)),
  reward_count UInt32 comment 'Rows in raw_eigenlayer_reward' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, snapshot, root_index)
comment 'One row per snapshot that a sidecar returned completely'
