-- Their rows are in fct_cosmos_* now.
drop table if exists
  fct_babylon_delegator_state_daily,
  fct_babylon_network_reward_daily,
  fct_babylon_validator_reward_daily,
  fct_babylon_validator_state_daily,
  fct_celestia_network_reward_daily,
  fct_celestia_validator_reward_daily
