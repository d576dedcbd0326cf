-- The last record of each kind, for one CometBFT chain's networks.
select
  network,
  'rewards' as record,
  /* include fragments/freshness_of_days.sql */
from fct_cosmos_network_reward_daily final
where network in (select network from dim_cosmos_network final where chain = {chain:String})
group by network
order by network asc
