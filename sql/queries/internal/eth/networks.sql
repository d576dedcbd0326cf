-- Networks of Ethereum.
select network
from dim_eth_network final
order by network
