/* ---
grain: network, validator, day
reads: [int_cosmos_validator_daily]
window: day
--- */
insert into fct_babylon_validator_reward_daily
select
  network,
  validator,
  day,
  moniker,
  consensus_address,
  consensus_pubkey,
  account_address,
  from_block,
  to_block,
  reward as delegation_reward_ubbn,
  commission as commission_reward_ubbn,
  reward - commission as net_delegation_reward_ubbn,
  commission_rate,
  reward_residual as reward_residual_ubbn,
  commission_residual as commission_residual_ubbn,
  is_complete,
  version
from int_cosmos_validator_daily final
where network = {network:String} and day = {day:Date} and has_reward = 1
