-- Number of intervals of 3,000 slots with a record of the network.
select count() as total
from fct_solana_network_performance_interval as record final
where record.network = {network:String}
