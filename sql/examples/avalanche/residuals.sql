-- On which days does a node report another supply, or other potential rewards, than are computed from blocks?
select day, potential_residual_navax, supply_residual_navax
from avalanche_network_reward_daily
where network = 'mainnet' and (potential_residual_navax != 0 or supply_residual_navax != 0)
order by day desc
