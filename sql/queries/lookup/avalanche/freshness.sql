-- How far each kind of record of Avalanche's networks goes.
select
  network,
  'rewards' as record,
  'day' as unit,
  toString(max(day)) as until,
  toString(maxIf(day, is_complete = 1)) as completeUntil,
  countIf(is_complete = 1) as completeCount
from fct_avalanche_network_reward_daily final
group by network
order by network asc
