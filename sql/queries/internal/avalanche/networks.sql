-- Networks that have been seen.
select network
from dim_avalanche_network final
order by network
