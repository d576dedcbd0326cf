-- Runs of epochs that can be recomputed: all their facts are stored, including those of the following epoch and the
-- snapshot on which their registry is based.
with
  blocks as (
    select epoch, uniqExact(slot) as slots
    from raw_eth_block final
    where network = {network:String} and is_final = 1 and status != 'orphaned'
    group by epoch
  ),
  committees as (
    select epoch, count() as slots
    from raw_eth_committee final
    where network = {network:String}
    group by epoch
  ),
  snapshots as (
    select distinct epoch
    from raw_eth_registry
    where network = {network:String} and is_snapshot = 1
  ),
  complete as (
    select announced.epoch as epoch, announced.role as role
    from (
      select epoch, role, registry_epoch from raw_eth_epoch final where network = {network:String}
    ) as announced
    inner join blocks on blocks.epoch = announced.epoch
    inner join committees on committees.epoch = announced.epoch
    where
      blocks.slots = {slots:UInt32}
      and committees.slots = {slots:UInt32}
      and announced.registry_epoch in (select epoch from snapshots)
  )
select min(epoch) as from_epoch, max(epoch) as to_epoch
from (
  select epoch, toInt64(epoch) - row_number() over (order by epoch asc) as run
  from complete
  where role = 'full' and epoch + 1 in (select epoch from complete)
)
group by run
order by from_epoch
