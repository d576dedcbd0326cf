-- How many epochs the warehouse holds, and of how many networks.
select count() as epochs, uniqExact(network) as networks
from int_eth_epoch final
