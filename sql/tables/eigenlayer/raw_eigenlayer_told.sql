/* ---
height: day
fed_by: topic day
keep: forever
--- */
create table if not exists raw_eigenlayer_told (
  network LowCardinality(String) comment 'Network, such as mainnet',
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  staker FixedString(20) comment 'Staker, bytes' codec(ZSTD(1)),
  strategy FixedString(20) comment 'Strategy, bytes' codec(ZSTD(1)),
  deposit_shares UInt256 comment 'Deposit shares reported by contracts' codec(ZSTD(1)),
  withdrawable_shares UInt256 comment 'Withdrawable shares reported by contracts' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day, staker, strategy)
comment 'One row per sample of shares that contracts report at the last block of a UTC day'
