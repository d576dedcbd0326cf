-- The last record of each kind, for Polygon's networks.
select
  network,
  'checkpoints' as record,
  'checkpoint' as unit,
  toString(max(checkpoint)) as until,
  toString(max(checkpoint)) as completeUntil,
  count() as completeCount
from fct_polygon_checkpoint final
group by network
union all
select
  network,
  'days' as record,
  /* include fragments/freshness_of_days.sql */
from fct_polygon_validator_daily final
group by network
