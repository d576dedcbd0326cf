-- How far each kind of record of Ethereum's networks goes: epochs, days of 225 epochs and UTC days.
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
