/* ---
height: start_epoch
fed_by: transform
announces: [fct_eth_validator_performance_span]
keep: span
--- */
create table if not exists int_eth_span (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  start_epoch UInt32 comment 'First epoch' codec(Delta, ZSTD(1)),
  end_epoch UInt32 comment 'Last epoch' codec(Delta, ZSTD(1)),
  duty_checksum UInt64 comment 'Checksum over the checksums of its epochs; the sums are current while it does not change',
  version UInt64 comment 'Model revision, then covered epochs, then their known facts: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(start_epoch, 225))
order by (network, start_epoch)
comment 'One row per span with written sums. Written after the sums'
