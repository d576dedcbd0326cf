-- How far each kind of record of Avalanche's networks goes.
select
  network,
  'rewards' as record,
  /* include fragments/freshness_of_days.sql */
from fct_avalanche_network_reward_daily final
group by network
order by network asc
