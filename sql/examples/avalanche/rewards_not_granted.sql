-- Which stakes ended without their reward because the uptime of the validator was too low?
-- At the end of a stake, validators vote whether its uptime was sufficient; an aborted stake is paid nothing.
select
  paid_on as day,
  node_id,
  if(is_validator = 1, 'validator', 'delegation') as kind,
  weight_navax / 1e9 as stake_avax,
  reward_navax / 1e9 as lost_avax
from avalanche_stake
where network = 'mainnet' and is_committed = 0
order by day desc, lost_avax desc, node_id asc
