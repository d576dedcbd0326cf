-- What the times of a network follow from.
select genesis_time, slots_per_epoch, seconds_per_slot
from dim_eth_network final
where network = {network:String}
