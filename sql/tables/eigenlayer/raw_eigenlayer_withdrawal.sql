/* ---
height: block
fed_by: topic log
keep: forever
view: eigenlayer_withdrawal
--- */
create table if not exists raw_eigenlayer_withdrawal (
  network LowCardinality(String) comment 'Network, such as mainnet',
  block UInt32 comment 'Block of the log' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in the block' codec(ZSTD(1)),
  kind Enum8('m1' = 0, 'm2' = 1, 'scaled' = 2) comment 'Version of the event' codec(ZSTD(1)),
  withdrawal_root FixedString(32) comment 'Root of the withdrawal, bytes' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, block, log_index)
comment 'One row per queued withdrawal'
