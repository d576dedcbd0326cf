/* ---
height: block
fed_by: topic log
keep: forever
--- */
create table if not exists raw_eigenlayer_pod (
  network LowCardinality(String) comment 'Network, such as mainnet',
  pod FixedString(20) comment 'EigenPod, bytes' codec(ZSTD(1)),
  owner FixedString(20) comment 'Owner of the pod, bytes' codec(ZSTD(1)),
  block UInt32 comment 'Block of the log' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in the block' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, pod)
comment 'One row per EigenPod'
