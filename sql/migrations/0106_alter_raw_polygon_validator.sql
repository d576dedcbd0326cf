-- Rewards are compared with what the contracts have added up.
alter table raw_polygon_validator
  add column if not exists reward Nullable(UInt128) comment 'validatorReward of StakeManager: of the validator itself, not paid yet, wei; null when it was not read' after heimdall_power,
  add column if not exists reward_per_share Nullable(UInt128) comment 'getRewardPerShare of its ValidatorShare: what delegators got for each wei of stake since its beginning, times 1e25; null without one, or when it was not read' after reward
