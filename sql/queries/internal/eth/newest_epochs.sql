-- The newest computed epoch of each network.
select network, max(epoch) as epoch
from int_eth_epoch
group by network
