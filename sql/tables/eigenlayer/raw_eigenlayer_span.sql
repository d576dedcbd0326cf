/* ---
height: block
fed_by: topic log
steady: log
announces: [raw_eigenlayer_share, raw_eigenlayer_delegation, raw_eigenlayer_withdrawal, raw_eigenlayer_migration, raw_eigenlayer_magnitude, raw_eigenlayer_operator, raw_eigenlayer_pod, raw_eigenlayer_root, raw_eigenlayer_disabled_root, raw_eigenlayer_claim, raw_eigenlayer_event]
keep: forever
--- */
create table if not exists raw_eigenlayer_span (
  network LowCardinality(String) comment 'Network, such as mainnet',
  block UInt32 comment 'First block of the span' codec(Delta, ZSTD(1)),
  to_block UInt32 comment 'Last block of the span' codec(ZSTD(1)),
  from_day Date comment 'UTC day of the first block' codec(Delta, ZSTD(1)),
  to_day Date comment 'UTC day of the last block' codec(Delta, ZSTD(1)),
  to_at DateTime('UTC') comment 'Time of the last block' codec(Delta, ZSTD(1)),
  log_count UInt32 comment 'Stored logs of the span' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, block, to_block)
comment 'One row per span of final blocks with all logs stored; spans may overlap'
