/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists fct_eigenlayer_operator_state_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  operator FixedString(20) comment 'Operator, bytes; zeros: stakers without an operator' codec(ZSTD(1)),
  strategy FixedString(20) comment 'Strategy, bytes' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  total_shares Int256 comment 'Withdrawable shares of all stakers delegated to it, without deficits' codec(ZSTD(1)),
  version UInt64 comment 'Model revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, operator, strategy, day)
comment 'One row per operator and strategy on UTC days on which the sum changes; a row holds until the next one'
