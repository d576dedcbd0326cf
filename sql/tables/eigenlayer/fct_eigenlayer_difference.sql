/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists fct_eigenlayer_difference (
  network LowCardinality(String) comment 'Network, such as mainnet',
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  staker FixedString(20) comment 'Staker, bytes' codec(ZSTD(1)),
  strategy FixedString(20) comment 'Strategy, bytes' codec(ZSTD(1)),
  told_deposit_shares Int256 comment 'Deposit shares reported by contracts' codec(ZSTD(1)),
  deposit_shares Int256 comment 'Deposit shares computed from logs' codec(ZSTD(1)),
  told_total_shares Int256 comment 'Withdrawable shares reported by contracts' codec(ZSTD(1)),
  total_shares Int256 comment 'Withdrawable shares computed from logs' codec(ZSTD(1)),
  version UInt64 comment 'Model revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day, staker, strategy)
comment 'One row per sample in which contracts report other shares than logs give'
