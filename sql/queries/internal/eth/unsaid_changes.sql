-- Epochs of a list that were announced with registry changes: the announced number, and whether the tables have more.
select
  announced.epoch as epoch,
  announced.registry_epoch as registry_epoch,
  announced.registry_rows as registry_rows,
  registry.rows > announced.registry_rows as has_more
from (
  select epoch, registry_epoch, registry_rows
  from raw_eth_epoch final
  where
    network = {network:String}
    and epoch in (select arrayJoin({epochs:Array(UInt32)}))
    and registry_epoch < epoch
) as announced
left join (
  select epoch, count() as rows
  from raw_eth_registry final
  where
    network = {network:String}
    and epoch in (select arrayJoin({epochs:Array(UInt32)}))
    and is_snapshot = 0
  group by epoch
) as registry on registry.epoch = announced.epoch
order by epoch
