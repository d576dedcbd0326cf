/* ---
height: day
fed_by: transform
swap: last
keep: forever
revision: 0
--- */
create table if not exists int_eigenlayer_day (
  network LowCardinality(String) comment 'Network, such as mainnet',
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  last_block UInt32 comment 'Last block of the day' codec(Delta, ZSTD(1)),
  check_count UInt32 comment 'Samples of shares that were compared' codec(ZSTD(1)),
  difference_count UInt32 comment 'Samples that differ: rows of fct_eigenlayer_difference' codec(ZSTD(1)),
  facts_checksum UInt64 comment 'Checksum of the facts from which the states of the day are computed; 0: computed before it was kept' codec(ZSTD(1)),
  version UInt64 comment 'Model revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day with computed states: all blocks up to its end are ingested'
