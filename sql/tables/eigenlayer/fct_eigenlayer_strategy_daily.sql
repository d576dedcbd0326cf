/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists fct_eigenlayer_strategy_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  strategy FixedString(20) comment 'Strategy, bytes' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  staker_shares Int256 comment 'Withdrawable shares of all stakers, deficits left out' codec(ZSTD(1)),
  operator_shares Int256 comment 'Those of stakers that are delegated' codec(ZSTD(1)),
  undelegated_shares Int256 comment 'Those of stakers without an operator' codec(ZSTD(1)),
  residual_shares Int256 comment 'staker_shares less both: 0' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the rules: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, strategy, day)
comment 'One row per strategy on UTC days on which a sum changes'
