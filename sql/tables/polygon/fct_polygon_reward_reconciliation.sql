/* ---
height: block_number
fed_by: model
keep: forever
view: polygon_reward_reconciliation
--- */
create table if not exists fct_polygon_reward_reconciliation (
  network LowCardinality(String) comment 'Network',
  validator UInt32 comment 'Validator',
  day Date comment 'UTC day of the block at which the contract was read',
  reason LowCardinality(String) comment 'Reason why the contract does not give the validator''s reward: missing_checkpoints, restaked, left; empty if it does',
  from_block UInt32 comment 'Block at which the contract was read on an earlier day',
  block_number UInt32 comment 'Block at which the contract was read',
  checkpoint_count UInt32 comment 'Checkpoints between both blocks with known rewards',
  earned_reward UInt128 comment 'Reward of the validator itself in these checkpoints: own part, commission and bonus, wei',
  claimed_reward UInt128 comment 'Paid to it by the contract in between (ClaimRewards), wei',
  contract_reward Nullable(UInt128) comment 'Growth of validatorReward, plus claimed_reward, wei; null with a reason',
  reward_residual Nullable(Int128) comment 'earned_reward less contract_reward, wei',
  earned_per_share UInt128 comment 'Reward in these checkpoints per wei of delegated stake, times 1e25, each rounded down',
  contract_per_share Nullable(UInt128) comment 'Growth of getRewardPerShare, wei times 1e25; null if unknown, or without delegations',
  per_share_residual Nullable(Int128) comment 'earned_per_share less contract_per_share, wei times 1e25',
  is_whole UInt8 comment '1 if all checkpoints between both blocks are ingested',
  version UInt64 comment 'Block, block of the earlier day, is_whole: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
primary key (network, validator)
order by (network, validator, day)
comment 'One row per validator and UTC day: its rewards by checkpoints since an earlier day, compared with those of the contracts'
