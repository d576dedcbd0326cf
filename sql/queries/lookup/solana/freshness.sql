-- How far each kind of record of Solana's networks goes.
select
  network,
  'performance' as record,
  'day' as unit,
  toString(max(day)) as until,
  toString(maxIf(day, is_complete = 1)) as completeUntil,
  countIf(is_complete = 1) as completeCount
from fct_solana_network_performance_daily final
group by network
union all
select
  network,
  'rewards' as record,
  'day' as unit,
  toString(max(day)) as until,
  toString(maxIf(day, is_complete = 1)) as completeUntil,
  countIf(is_complete = 1) as completeCount
from fct_solana_network_reward_daily final
group by network
