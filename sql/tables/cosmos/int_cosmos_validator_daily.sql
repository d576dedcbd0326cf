/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists int_cosmos_validator_daily (
  network LowCardinality(String) comment 'Chain id',
  validator String comment 'Operator address' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  moniker String comment 'Name in the latest known state; empty if there is none' codec(ZSTD(1)),
  account_address String comment 'Account of the operator' codec(ZSTD(1)),
  consensus_address String comment 'Consensus address; empty without a state' codec(ZSTD(1)),
  consensus_pubkey String comment 'Consensus key, base64; empty without a state' codec(ZSTD(1)),
  from_block UInt32 comment 'First block covered' codec(Delta, ZSTD(1)),
  to_block UInt32 comment 'Last block covered' codec(Delta, ZSTD(1)),
  reward Decimal(76, 18) comment 'Rewards, gross (commission included), base unit' codec(ZSTD(1)),
  commission Decimal(76, 18) comment 'Commission, base unit' codec(ZSTD(1)),
  withdrawn_reward Decimal(76, 18) comment 'Rewards withdrawn by delegators, base unit' codec(ZSTD(1)),
  withdrawn_commission Decimal(76, 18) comment 'Commission withdrawn by the operator, base unit' codec(ZSTD(1)),
  commission_rate Nullable(Decimal(38, 18)) comment 'Commission rate after the last block; null if no state is known',
  reward_residual Nullable(Decimal(76, 18)) comment 'Change of outstanding and pending rewards + all withdrawals - rewards, base unit; null unless the second source is known at both ends of the day',
  commission_residual Nullable(Decimal(76, 18)) comment 'Change of accumulated commission + its withdrawals - commission, base unit; null if reward_residual is',
  has_reward UInt8 comment '1 if a reward event of the day names the validator',
  is_complete UInt8 comment '1 if the day is complete; the row never changes after that',
  version UInt64 comment 'Version of the day: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, validator, day)
comment 'One row per validator and UTC day with an event that names it'
