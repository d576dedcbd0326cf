-- How far each kind of record of one CometBFT chain's networks goes.
select
  network,
  'rewards' as record,
  'day' as unit,
  toString(max(day)) as until,
  toString(maxIf(day, is_complete = 1)) as completeUntil,
  countIf(is_complete = 1) as completeCount
from fct_cosmos_network_reward_daily final
where network in (select network from dim_cosmos_network final where chain = {chain:String})
group by network
order by network asc
