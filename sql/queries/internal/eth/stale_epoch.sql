-- The epoch, if it is computed from other scores than the previous epoch carried over. Scores returned by a node take
-- precedence.
select epoch
from int_eth_epoch final
where
  network = {network:String}
  and epoch = {epoch:UInt32}
  and carried_score != {carried_score:UInt64}
  and epoch not in (
    select epoch
    from raw_eth_epoch final
    where network = {network:String} and epoch = {epoch:UInt32} and inactivity_score_rows is not null
  )
