-- UTC day of the network.
select
  network_days.date as date,
  /* include fragments/eth/network_day_fields.sql */
from fct_eth_entity_performance_daily as network_days final
where
  network_days.network = {network:String}
  and network_days.day_type = 'utc'
  and network_days.id_type = 'network'
  and network_days.entity = ''
  and ({day:Nullable(UInt32)} is null or network_days.day = {day:Nullable(UInt32)})
  and ({date:Nullable(Date)} is null or network_days.date = {date:Nullable(Date)})
limit 1
/* include fragments/keyed_read.sql */
