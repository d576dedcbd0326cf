-- Networks in the warehouse.
select network
from dim_polkadot_network final
order by network
