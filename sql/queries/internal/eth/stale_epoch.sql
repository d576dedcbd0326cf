-- The epoch, when it is computed from other scores than are known now.
select epoch
from int_eth_epoch final
where network = {network:String} and epoch = {epoch:UInt32} and carried_score != {carried_score:UInt64}
