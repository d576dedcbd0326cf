/* ---
grain: network, day
reads: [int_cosmos_network_daily]
window: day
--- */
insert into fct_cosmos_network_reward_daily
select
  network,
  day,
  from_block,
  to_block,
  bonded_validator_count,
  reward as delegation_reward,
  commission as commission_reward,
  reward - commission as net_delegation_reward,
  avg_commission_rate,
  is_complete,
  version
from int_cosmos_network_daily final
where network = {network:String} and day = {day:Date}
