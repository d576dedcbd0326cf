/* ---
grain: network, validator, day
reads: [int_cosmos_validator_daily]
window: day
--- */
insert into fct_celestia_validator_reward_daily
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
  reward as delegation_reward_utia,
  commission as commission_reward_utia,
  reward - commission as net_delegation_reward_utia,
  commission_rate,
  reward_residual as reward_residual_utia,
  commission_residual as commission_residual_utia,
  is_complete,
  version
from int_cosmos_validator_daily final
where network = {network:String} and day = {day:Date} and has_reward = 1
