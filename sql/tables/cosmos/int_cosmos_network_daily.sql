/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists int_cosmos_network_daily (
  network LowCardinality(String) comment 'Chain id',
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  from_block UInt32 comment 'First block covered' codec(Delta, ZSTD(1)),
  to_block UInt32 comment 'Last block covered' codec(Delta, ZSTD(1)),
  bonded_validator_count Nullable(UInt32) comment 'Validators in the active set after the last block; null if no state is known',
  reward Decimal(76, 18) comment 'Rewards of all validators, gross, base unit',
  commission Decimal(76, 18) comment 'Commission of all validators, base unit',
  avg_commission_rate Nullable(Decimal(38, 18)) comment 'Unweighted mean of the rates in the active set; null if no state is known',
  is_complete UInt8 comment '1 if the day is complete; the row never changes after that',
  version UInt64 comment 'Version of the day: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day of a CometBFT chain'
