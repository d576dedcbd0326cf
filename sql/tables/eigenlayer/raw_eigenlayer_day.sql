/* ---
height: day
fed_by: topic day
steady: day
announces: [raw_eigenlayer_rate, raw_eigenlayer_told]
keep: forever
--- */
create table if not exists raw_eigenlayer_day (
  network LowCardinality(String) comment 'Network, such as mainnet',
  day Date comment 'UTC day that has ended' codec(Delta, ZSTD(1)),
  last_block UInt32 comment 'Last block of the day' codec(Delta, ZSTD(1)),
  last_hash FixedString(32) comment 'Hash of that block, bytes' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day after which a final block is known'
