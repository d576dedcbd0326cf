-- How many days the warehouse holds, and of how many networks.
select count() as days, uniqExact(network) as networks
from fct_solana_network_performance_daily final
