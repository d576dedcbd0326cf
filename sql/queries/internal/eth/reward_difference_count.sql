-- Number of rewards that differ from a node's in the epochs on which a balance comparison depends.
select sum(difference_count) as difference_count
from fct_eth_reward_check_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
