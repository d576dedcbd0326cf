-- Computed epochs of a range, with the scores that they started from: what is known of them.
select epoch, carried_score
from int_eth_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
order by epoch
