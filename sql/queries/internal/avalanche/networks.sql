-- Networks in the warehouse.
select network
from dim_avalanche_network final
order by network
