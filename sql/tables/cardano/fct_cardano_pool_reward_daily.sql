/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_cardano_pool_reward_daily (
  network LowCardinality(String) comment 'Network',
  pool String comment 'Pool id, bech32' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch in force in the last second of the day' codec(Delta, ZSTD(1)),
  pool_hash FixedString(56) comment 'Hash of the pool''s key, hex' codec(ZSTD(1)),
  name Nullable(String) comment 'Name; null if it has no metadata' codec(ZSTD(1)),
  ticker Nullable(String) comment 'Ticker; null if it has no metadata' codec(ZSTD(1)),
  owners Array(String) comment 'Stake addresses of the owners' codec(ZSTD(1)),
  from_block UInt32 comment 'First block of the chain in the day' codec(Delta, ZSTD(1)),
  to_block UInt32 comment 'Last block of the chain in the day' codec(Delta, ZSTD(1)),
  from_slot UInt32 comment 'Absolute slot of the first block' codec(Delta, ZSTD(1)),
  to_slot UInt32 comment 'Absolute slot of the last block' codec(Delta, ZSTD(1)),
  realized_member_reward UInt64 comment 'Paid to members on this day, lovelace' codec(ZSTD(1)),
  realized_leader_reward UInt64 comment 'Paid to its reward account on this day, lovelace' codec(ZSTD(1)),
  earned_member_reward Nullable(UInt64) comment 'Earned for members by the blocks of this day, lovelace; null until known' codec(ZSTD(1)),
  earned_leader_reward Nullable(UInt64) comment 'Earned for its reward account by the blocks of this day, lovelace; null until known' codec(ZSTD(1)),
  reward_residual Nullable(Int64) comment 'Rewards earned less the result of the ledger''s formulas for paid accounts, lovelace' codec(ZSTD(1)),
  unpaid_reward Nullable(UInt64) comment 'Rewards by the ledger''s formulas of accounts that were not registered and so not paid, for the blocks of this day, lovelace; null until known' codec(ZSTD(1)),
  margin Decimal(38, 18) comment 'Margin in the epoch' codec(ZSTD(1)),
  fixed_cost UInt64 comment 'Fixed cost in the epoch, lovelace' codec(ZSTD(1)),
  is_active UInt8 comment '1 if it has active stake in the epoch' codec(ZSTD(1)),
  is_complete UInt8 comment '1 if the rewards of all epochs of the day are known; the row never changes after that',
  version UInt64 comment 'Version of the day: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, pool, day)
comment 'One row per pool and UTC day on which it was active or paid'
