/* ---
height: none
fed_by: topic state
keep: forever
view: polygon_validator
--- */
create table if not exists raw_polygon_validator (
  network LowCardinality(String) comment 'Network',
  validator UInt32 comment 'Validator',
  day Date comment 'UTC day of the block at which the contract was read; 1970-01-01 in rows older than this column',
  contract Nullable(String) comment 'ValidatorShare contract; null if it accepts no delegations',
  owner Nullable(String) comment 'Owner of its NFT; null if burnt',
  signer Nullable(String) comment 'Signer; null if it has withdrawn its stake',
  self_stake UInt128 comment 'Own stake in the contract, wei',
  delegated_stake UInt128 comment 'Delegated stake in the contract, wei',
  activation_epoch UInt64 comment 'First checkpoint of its duty',
  deactivation_epoch UInt64 comment 'First checkpoint without a duty; 0 if not set',
  commission_percent UInt32 comment 'Commission, percent',
  heimdall_nonce Nullable(UInt64) comment 'Last of its events known to Heimdall; null if it is not in Heimdall''s set',
  heimdall_power Nullable(UInt64) comment 'Voting power in Heimdall, whole POL',
  reward Nullable(UInt128) comment 'validatorReward of StakeManager: unpaid reward of the validator itself, wei; null if not read',
  reward_per_share Nullable(UInt128) comment 'getRewardPerShare of its ValidatorShare: cumulative reward of delegators per wei of stake, times 1e25; null without the contract, or if not read',
  block_number UInt32 comment 'Block at which the contract was read',
  version UInt64 comment 'Decoder revision, block: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
primary key (network, validator)
order by (network, validator, day)
comment 'One row per validator and UTC day: its state in the contract and in Heimdall, as last read'
