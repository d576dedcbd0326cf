-- The widest range of snapshots that can be reconciled. A first snapshot needs the previous epoch computed, whose
-- rewards are paid after it; a last one its own epoch.
with
  computed as (
    select epoch
    from int_eth_epoch final
    where network = {network:String} and epoch + 1 >= {from:UInt32} and epoch <= {to:UInt32}
  )
select
  minIf(epoch, epoch = 0 or epoch - 1 in (computed)) as start_epoch,
  max(epoch) as end_epoch,
  uniqExact(epoch) as epochs
from raw_eth_registry
where
  network = {network:String}
  and is_snapshot = 1
  and epoch between {from:UInt32} and {to:UInt32}
  and epoch in (computed)
