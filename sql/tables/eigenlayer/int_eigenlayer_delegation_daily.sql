/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists int_eigenlayer_delegation_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  staker FixedString(20) comment 'Staker, bytes' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  operator FixedString(20) comment 'Operator at the end of the day, bytes; zeros: none' codec(ZSTD(1)),
  version UInt64 comment 'Model revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, staker, day)
comment 'One row per staker on UTC days on which a delegation begins or ends; a row holds until the next one'
