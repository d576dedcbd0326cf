/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists int_eigenlayer_share_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  staker FixedString(20) comment 'Staker, bytes' codec(ZSTD(1)),
  strategy FixedString(20) comment 'Strategy, bytes' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  deposit_shares Int256 comment 'Deposit shares at the end of the day; below zero for the deficit of a pod' codec(ZSTD(1)),
  scaling_factor Int256 comment 'Deposit scaling factor, of 10^18' codec(ZSTD(1)),
  beacon_factor Int256 comment 'Factor of the pod that is left after penalties of its validators, of 10^18' codec(ZSTD(1)),
  version UInt64 comment 'Model revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, staker, strategy, day)
comment 'One row per staker and strategy on UTC days on which a log changes them; a row holds until the next one'
