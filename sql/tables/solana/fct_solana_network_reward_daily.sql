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
  from_slot UInt32 comment 'First slot of the day that is known' codec(Delta, ZSTD(1)),
  to_slot UInt32 comment 'Last slot of the day that is known' codec(Delta, ZSTD(1)),
  from_epoch UInt32 comment 'Epoch of the first slot' codec(Delta, ZSTD(1)),
  to_epoch UInt32 comment 'Epoch of the last slot' codec(Delta, ZSTD(1)),
  block_reward_lamports Int64 comment 'Fees of all blocks, by their leaders' codec(ZSTD(1)),
  voting_reward_lamports Int64 comment 'Inflation that vote accounts were paid, or who collects it for them' codec(ZSTD(1)),
  staking_reward_lamports Int64 comment 'Inflation that stake accounts were paid' codec(ZSTD(1)),
  mev_commission_lamports Nullable(UInt64) comment 'Validators'' part of the tips of epochs that ended in the day; null when these are unknown' codec(ZSTD(1)),
  mev_reward_lamports Nullable(UInt64) comment 'Delegators'' part of them; null as these' codec(ZSTD(1)),
  passed_fee_lamports Nullable(UInt64) comment 'Fees that validators passed on for epochs that ended in the day; null when these are unknown' codec(ZSTD(1)),
  delegator_fee_lamports Nullable(UInt64) comment 'What delegators get of them; null as these' codec(ZSTD(1)),
  unattributed_block_reward_lamports Int64 comment 'Fees of leaders of whom nobody knows the vote account' codec(ZSTD(1)),
  unattributed_voting_reward_lamports Int64 comment 'Inflation paid to accounts that are no vote accounts: collectors' codec(ZSTD(1)),
  unattributed_staking_reward_lamports Int64 comment 'Inflation of stake accounts that no snapshot knows' codec(ZSTD(1)),
  unattributed_mev_reward_lamports Nullable(UInt64) comment 'Delegators'' tips that were not divided: remainders, and where no snapshot tells of stake; null when tips are unknown' codec(ZSTD(1)),
  unattributed_fee_reward_lamports Nullable(UInt64) comment 'Delegators'' fees that were not divided, as unattributed_mev_reward_lamports' codec(ZSTD(1)),
  unattributed_voting_reward_count UInt32 comment 'Payouts to accounts that are no vote accounts' codec(T64, ZSTD(1)),
  unattributed_staking_reward_count UInt32 comment 'Payouts to stake accounts that no snapshot knows' codec(T64, ZSTD(1)),
  other_reward_count UInt32 comment 'Rewards of kinds that are none of these' codec(T64, ZSTD(1)),
  other_reward_lamports Int64 comment 'What these come to' codec(ZSTD(1)),
  is_complete UInt8 comment '1: all slots of the day are known',
  from_at DateTime('UTC') comment 'Time of the first slot' codec(Delta, ZSTD(1)),
  to_at DateTime('UTC') comment 'Time of the last slot' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Model revision, facts known, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, day)
comment 'One row per UTC day: what was paid, and what of it could not be attributed'
