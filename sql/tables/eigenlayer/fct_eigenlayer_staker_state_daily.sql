/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists fct_eigenlayer_staker_state_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  staker FixedString(20) comment 'Staker, bytes' codec(ZSTD(1)),
  strategy FixedString(20) comment 'Strategy, bytes' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  operator FixedString(20) comment 'Operator at the end of the day, bytes; zeros: none' codec(ZSTD(1)),
  previous_operator FixedString(20) comment 'Operator in the previous row, bytes; zeros: none' codec(ZSTD(1)),
  deposit_shares Int256 comment 'Deposit shares' codec(ZSTD(1)),
  total_shares Int256 comment 'Withdrawable shares: deposit shares after scaling and slashing; a pod''s deficit is included as it is' codec(ZSTD(1)),
  previous_shares Int256 comment 'Withdrawable shares in the previous row' codec(ZSTD(1)),
  version UInt64 comment 'Model revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, staker, strategy, day)
comment 'One row per staker and strategy on UTC days on which shares, operator or slashing change; a row holds until the next one'
