-- The last record of each kind, for Solana's networks.
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
