-- Every amount names its unit.
alter table raw_polygon_stake_event
  comment column former 'Of rules and commission the value before, wei or percent as amount is; of reward_params checkpointRewardDelta, percent'
