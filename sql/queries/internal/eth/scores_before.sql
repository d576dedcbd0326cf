-- The epoch, if it is computed from scores of the previous epoch that is no longer stored.
select epoch
from int_eth_epoch final
where
  network = {network:String}
  and epoch = {epoch:UInt32}
  and carried_score > 0
  and epoch not in (
    select epoch + 1 from int_eth_epoch final where network = {network:String} and epoch + 1 = {epoch:UInt32}
  )
