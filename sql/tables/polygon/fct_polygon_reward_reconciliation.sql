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
  reason LowCardinality(String) comment 'Why the contract does not say what the validator got: missing_checkpoints, restaked, left; empty when it does',
  from_block UInt32 comment 'Block at which the contract was read on an earlier day',
  block_number UInt32 comment 'Block at which the contract was read',
  checkpoint_count UInt32 comment 'Checkpoints between both blocks whose rewards are known',
  earned_reward UInt128 comment 'What these gave the validator itself: own part, commission and bonus, wei',
  claimed_reward UInt128 comment 'What the contract paid to it in between (ClaimRewards), wei',
  contract_reward Nullable(UInt128) comment 'Growth of validatorReward, and what was paid, wei; null with a reason',
  reward_residual Nullable(Int128) comment 'Earned less that, wei',
  earned_per_share UInt128 comment 'What these gave for each wei of delegated stake, times 1e25, each rounded down',
  contract_per_share Nullable(UInt128) comment 'Growth of getRewardPerShare, wei times 1e25; null where that is unknown, or without delegations',
  per_share_residual Nullable(Int128) comment 'Earned less that, wei times 1e25',
  is_whole UInt8 comment 'All checkpoints between both blocks are here',
  version UInt64 comment 'Block, that of the earlier day, is_whole: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
primary key (network, validator)
order by (network, validator, day)
comment 'One row per validator and UTC day: its rewards by checkpoints since an earlier day against what the contracts added up'
