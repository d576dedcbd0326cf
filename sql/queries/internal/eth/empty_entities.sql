-- Entities that no longer have a validator on a day are written again with zeros.
insert into fct_eth_entity_performance_daily
  (network, day_type, id_type, entity, day, date, start_epoch, end_epoch, is_complete, version)
select
  network,
  day_type,
  id_type,
  entity,
  day,
  date,
  {from_epoch:UInt32} as start_epoch,
  {to_epoch:UInt32} as end_epoch,
  {is_complete:UInt8} as is_complete,
  {version:UInt64} as version
from fct_eth_entity_performance_daily as before final
where
  network = {network:String}
  and day_type = {day_type:String}
  and day = {day:UInt32}
  and before.version < {version:UInt64}
  and row_count > 0
