-- Differences between a node's rewards and the computed ones in epochs of a range, ascending.
select epoch, compared_count, difference_count, differences
from fct_eth_reward_check_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32} and difference_count > 0
order by epoch
