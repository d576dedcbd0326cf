-- Constants from which the times of a network are computed.
select genesis_time, slots_per_epoch, seconds_per_slot
from dim_eth_network final
where network = {network:String}
