-- The last record of each kind, for EigenLayer's networks. A day's state is computed once, when all of it is known.
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
