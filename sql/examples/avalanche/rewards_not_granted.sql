-- Which stakes ended without their reward, because the validator was up too little?
-- Validators vote at the end of a stake whether its uptime sufficed; an aborted one is paid nothing.
select
  paid_on as day,
  node_id,
  if(is_validator = 1, 'validator', 'delegation') as kind,
  weight_navax / 1e9 as stake_avax,
  reward_navax / 1e9 as lost_avax
from avalanche_stake
where network = 'mainnet' and is_committed = 0
order by day desc, lost_avax desc, node_id asc
