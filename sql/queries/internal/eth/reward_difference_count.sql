-- How many rewards differ from a node's in the epochs that a comparison of balances depends on.
select sum(difference_count) as difference_count
from fct_eth_reward_check_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
