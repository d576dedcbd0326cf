/* ---
grain: network, validator, day
reads: [int_cosmos_validator_daily]
window: day
--- */
insert into fct_cosmos_validator_reward_daily
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
  reward as delegation_reward,
  commission as commission_reward,
  reward - commission as net_delegation_reward,
  commission_rate,
  reward_residual,
  commission_residual,
  is_complete,
  version
from int_cosmos_validator_daily final
where network = {network:String} and day = {day:Date} and has_reward = 1
