-- How far each kind of record of EigenLayer's networks goes. A day's state is made once, when all of it is known.
select
  network,
  'states' as record,
  'day' as unit,
  toString(max(day)) as until,
  toString(max(day)) as completeUntil,
  count() as completeCount
from fct_eigenlayer_strategy_daily final
group by network
order by network asc
