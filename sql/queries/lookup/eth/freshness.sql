-- The last record of each kind, for Ethereum's networks: epochs, days of 225 epochs and UTC days, and entity days,
-- which are computed after those of validators.
select
  network,
  'epochs' as record,
  'epoch' as unit,
  toString(max(epoch)) as until,
  toString(max(epoch)) as completeUntil,
  count() as completeCount
from int_eth_epoch final
group by network
union all
select
  network,
  if(day_type = 'chain', 'chainDays', 'days') as record,
  'day' as unit,
  toString(max(date)) as until,
  toString(maxIf(date, is_complete = 1)) as completeUntil,
  countIf(is_complete = 1) as completeCount
from int_eth_day final
group by network, day_type
union all
select
  network,
  if(day_type = 'chain', 'entityChainDays', 'entityDays') as record,
  'day' as unit,
  toString(max(date)) as until,
  toString(maxIf(date, is_complete = 1)) as completeUntil,
  countIf(is_complete = 1) as completeCount
from fct_eth_entity_performance_daily final
where id_type = 'network' and entity = ''
group by network, day_type
