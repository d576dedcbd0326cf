/* ---
height: none
fed_by: topic state
keep: forever
view: polygon_validator
--- */
create table if not exists raw_polygon_validator (
  network LowCardinality(String) comment 'Network',
  validator UInt32 comment 'Validator',
  day Date comment 'UTC day of the block at which the contract was read; 1970-01-01 in rows of before states were kept by day',
  contract Nullable(String) comment 'Its ValidatorShare; null when it takes no delegations',
  owner Nullable(String) comment 'Owner of its NFT; null when that is burnt',
  signer Nullable(String) comment 'Signer; null when it has taken its stake back',
  self_stake UInt128 comment 'Own stake in the contract, wei',
  delegated_stake UInt128 comment 'Delegated stake in the contract, wei',
  activation_epoch UInt64 comment 'First checkpoint of its duty',
  deactivation_epoch UInt64 comment 'First checkpoint without; 0: none',
  commission_percent UInt32 comment 'Commission, percent',
  heimdall_nonce Nullable(UInt64) comment 'Last of its events that Heimdall knows; null: not in its set',
  heimdall_power Nullable(UInt64) comment 'Voting power in Heimdall, whole POL',
  reward Nullable(UInt128) comment 'validatorReward of StakeManager: of the validator itself, not paid yet, wei; null when it was not read',
  reward_per_share Nullable(UInt128) comment 'getRewardPerShare of its ValidatorShare: what delegators got for each wei of stake since its beginning, times 1e25; null without one, or when it was not read',
  block_number UInt32 comment 'Block at which the contract was read',
  version UInt64 comment 'Decoder revision, block: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
primary key (network, validator)
order by (network, validator, day)
comment 'One row per validator and UTC day: what the contract and Heimdall said last on it'
