-- Number of days of a kind of the network.
select count() as total
from fct_eth_entity_performance_daily final
where
  network = {network:String}
  and day_type = {dayType:String}
  and id_type = 'network'
  and entity = ''
  and vaWithin(day, null, {dayMax:Nullable(UInt32)})
  and vaWithin(date, null, {dateMax:Nullable(Date)})
/* include fragments/keyed_read.sql */
