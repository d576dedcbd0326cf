-- Epochs of a range for which a node returned rewards, ascending.
select distinct epoch
from raw_eth_node_reward
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
order by epoch
