-- How far each kind of record of Solana's networks goes.
select
  network,
  'performance' as record,
  /* include fragments/freshness_of_days.sql */
from fct_solana_network_performance_daily final
group by network
union all
select
  network,
  'rewards' as record,
  /* include fragments/freshness_of_days.sql */
from fct_solana_network_reward_daily final
group by network
