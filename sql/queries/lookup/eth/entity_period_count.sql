-- Number of periods with a record of an entity.
select uniqExact(vaPeriodStart({granularity:String}, date)) as total
from fct_eth_entity_performance_daily final
where
  network = {network:String}
  and day_type = 'chain'
  and id_type = {idType:String}
  and entity = {id:String}
  and row_count > 0
  and vaWithin(day, null, {dayMax:Nullable(UInt32)})
  and vaWithin(date, null, {dateMax:Nullable(Date)})
/* include fragments/keyed_read.sql */
