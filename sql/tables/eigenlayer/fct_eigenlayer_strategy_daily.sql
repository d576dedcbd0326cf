/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists fct_eigenlayer_strategy_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  strategy FixedString(20) comment 'Strategy, bytes' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  staker_shares Int256 comment 'Withdrawable shares of all stakers, without deficits' codec(ZSTD(1)),
  operator_shares Int256 comment 'Withdrawable shares of delegated stakers' codec(ZSTD(1)),
  undelegated_shares Int256 comment 'Withdrawable shares of stakers without an operator' codec(ZSTD(1)),
  residual_shares Int256 comment 'staker_shares less operator_shares and undelegated_shares: 0' codec(ZSTD(1)),
  version UInt64 comment 'Model revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, strategy, day)
comment 'One row per strategy on UTC days on which a sum changes'
