-- Every amount names its unit.
alter table fct_cosmos_validator_reward_daily
  comment column commission_residual 'The same for commission, in base units'
