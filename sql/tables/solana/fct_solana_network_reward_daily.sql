/* ---
height: day
fed_by: model
announces: [fct_solana_authority_reward_daily, fct_solana_stake_reward_daily, fct_solana_validator_reward_daily]
keep: day
revision: 54
--- */
create table if not exists fct_solana_network_reward_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  day Date comment 'UTC day of the blocks that paid' codec(Delta, ZSTD(1)),
  from_slot UInt32 comment 'First known slot of the day' codec(Delta, ZSTD(1)),
  to_slot UInt32 comment 'Last known slot of the day' codec(Delta, ZSTD(1)),
  from_epoch UInt32 comment 'Epoch of the first slot' codec(Delta, ZSTD(1)),
  to_epoch UInt32 comment 'Epoch of the last slot' codec(Delta, ZSTD(1)),
  block_reward_lamports Int64 comment 'Fees of all blocks, paid to their leaders' codec(ZSTD(1)),
  voting_reward_lamports Int64 comment 'Inflation rewards paid to vote accounts or their collectors' codec(ZSTD(1)),
  staking_reward_lamports Int64 comment 'Inflation rewards paid to stake accounts' codec(ZSTD(1)),
  mev_commission_lamports Nullable(UInt64) comment 'Validators'' share of the tips of epochs that ended on the day; null if these are unknown' codec(ZSTD(1)),
  mev_reward_lamports Nullable(UInt64) comment 'Delegators'' share of these tips; null if these are unknown' codec(ZSTD(1)),
  passed_fee_lamports Nullable(UInt64) comment 'Fees that validators passed on for epochs that ended on the day; null if these are unknown' codec(ZSTD(1)),
  delegator_fee_lamports Nullable(UInt64) comment 'Delegators'' share of these fees; null if these are unknown' codec(ZSTD(1)),
  unattributed_block_reward_lamports Int64 comment 'Fees of leaders with an unknown vote account' codec(ZSTD(1)),
  unattributed_voting_reward_lamports Int64 comment 'Inflation rewards paid to accounts that are not vote accounts: collectors' codec(ZSTD(1)),
  unattributed_staking_reward_lamports Int64 comment 'Inflation rewards of stake accounts that are in no snapshot' codec(ZSTD(1)),
  unattributed_mev_reward_lamports Nullable(UInt64) comment 'Delegators'' tips that could not be divided: remainders, and tips without a snapshot of stake; null if tips are unknown' codec(ZSTD(1)),
  unattributed_fee_reward_lamports Nullable(UInt64) comment 'Delegators'' fees that could not be divided, as in unattributed_mev_reward_lamports' codec(ZSTD(1)),
  unattributed_voting_reward_count UInt32 comment 'Payouts to accounts that are not vote accounts' codec(T64, ZSTD(1)),
  unattributed_staking_reward_count UInt32 comment 'Payouts to stake accounts that are in no snapshot' codec(T64, ZSTD(1)),
  other_reward_count UInt32 comment 'Rewards of all other kinds' codec(T64, ZSTD(1)),
  other_reward_lamports Int64 comment 'Sum of the rewards of all other kinds' codec(ZSTD(1)),
  is_complete UInt8 comment '1 if all slots of the day are known',
  from_at DateTime('UTC') comment 'Time of the first slot' codec(Delta, ZSTD(1)),
  to_at DateTime('UTC') comment 'Time of the last slot' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Model revision, known facts, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, day)
comment 'One row per UTC day: the rewards paid, and the part that could not be attributed'
