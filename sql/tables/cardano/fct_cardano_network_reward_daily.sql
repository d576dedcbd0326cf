/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists fct_cardano_network_reward_daily (
  network LowCardinality(String) comment 'Network',
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch in force in the last second of the day' codec(Delta, ZSTD(1)),
  from_block UInt32 comment 'First block of the day' codec(Delta, ZSTD(1)),
  to_block UInt32 comment 'Last block of the day' codec(Delta, ZSTD(1)),
  from_slot UInt32 comment 'Absolute slot of the first block' codec(Delta, ZSTD(1)),
  to_slot UInt32 comment 'Absolute slot of the last block' codec(Delta, ZSTD(1)),
  active_pool_count UInt32 comment 'Pools with active stake in the epoch',
  realized_member_reward UInt64 comment 'Paid to members on this day, lovelace',
  realized_leader_reward UInt64 comment 'Paid to reward accounts of pools on this day, lovelace',
  earned_member_reward Nullable(UInt64) comment 'Earned for members by the blocks of this day, lovelace; null if unknown for a pool',
  earned_leader_reward Nullable(UInt64) comment 'Earned for reward accounts of pools by the blocks of this day, lovelace; null if unknown for a pool',
  reward_residual Nullable(Int64) comment 'Sum of reward_residual over pools, lovelace; null if unknown for a pool',
  unpaid_reward Nullable(UInt64) comment 'Sum of unpaid_reward over pools, lovelace; null if unknown for a pool',
  avg_margin Nullable(Decimal(38, 12)) comment 'Unweighted mean over active pools; null if there are none',
  avg_fixed_cost Nullable(UInt64) comment 'Unweighted mean over active pools, lovelace, rounded down; null if there are none',
  is_complete UInt8 comment '1 if the rewards of all epochs of the day are known; the row never changes after that',
  version UInt64 comment 'Version of the day: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day of Cardano'
