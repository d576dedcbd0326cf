-- Number of days in the warehouse, and of networks.
select count() as days, uniqExact(network) as networks
from fct_solana_network_performance_daily final
