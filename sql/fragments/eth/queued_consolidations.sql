-- Consolidations that were queued and not yet executed or dropped in the state of an epoch's first slot, with the epoch
-- in which each was first seen. point: the epoch.
select source_index, any(target_index) as target_index, min(epoch) as first_epoch
from raw_eth_pending_consolidation final
where
  network = {network:String}
  and epoch <= {point:UInt32}
  and source_index not in (
    select source_index
    from raw_eth_consolidation final
    where network = {network:String} and epoch <= {point:UInt32}
  )
group by source_index
