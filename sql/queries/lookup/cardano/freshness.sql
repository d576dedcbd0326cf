-- The last record of each kind, for Cardano's networks.
select
  network,
  'rewards' as record,
  /* include fragments/freshness_of_days.sql */
from fct_cardano_network_reward_daily final
group by network
order by network asc
