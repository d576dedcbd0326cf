/* ---
height: start_epoch
fed_by: transform
announces: [fct_eth_validator_performance_span]
keep: span
--- */
create table if not exists int_eth_span (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  start_epoch UInt32 comment 'First epoch' codec(Delta, ZSTD(1)),
  end_epoch UInt32 comment 'Last epoch' codec(Delta, ZSTD(1)),
  duty_checksum UInt64 comment 'Made of the checksums of its epochs: the sums are theirs as long as it is the same',
  version UInt64 comment 'Model revision, then epochs covered, then what was known of them: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(start_epoch, 225))
order by (network, start_epoch)
comment 'One row per span whose sums are written. Written after them'
