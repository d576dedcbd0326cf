-- Number of days with a record of the network.
select count() as total
from fct_solana_network_performance_daily as record final
where record.network = {network:String}
