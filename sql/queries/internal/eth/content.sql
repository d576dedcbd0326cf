-- Number of epochs in the warehouse, and of networks.
select count() as epochs, uniqExact(network) as networks
from int_eth_epoch final
