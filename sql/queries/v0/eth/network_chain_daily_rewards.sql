-- Chain days of the network, newest first.
select
  network_days.day as day,
  /* include fragments/eth/network_day_fields.sql */
from fct_eth_entity_performance_daily as network_days final
where
  network_days.network = {network:String}
  and network_days.day_type = 'chain'
  and network_days.id_type = 'network'
  and network_days.entity = ''
  and vaWithin(network_days.day, null, {dayMax:Nullable(UInt32)})
  and vaWithin(network_days.date, null, {dateMax:Nullable(Date)})
order by network_days.day desc
limit {size:UInt64}
/* include fragments/keyed_read.sql */
