/* ---
height: none
fed_by: topic execution
announces: [raw_eth_deposit_log]
keep: forever
--- */
create table if not exists raw_eth_deposit_range (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  from_block UInt32 comment 'First execution block' codec(Delta, ZSTD(1)),
  to_block UInt32 comment 'Last execution block' codec(Delta, ZSTD(1)),
  epoch Nullable(UInt32) comment 'Epoch of these payloads; null if blocks were read by number' codec(ZSTD(1)),
  log_count UInt32 comment 'Deposits in these blocks' codec(ZSTD(1)),
  version UInt64 comment 'As in raw_eth_deposit_log' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
order by (network, from_block, to_block)
comment 'One row per run of execution blocks whose deposits are all in raw_eth_deposit_log'
