-- Avalanche networks, by name.
select network
from dim_avalanche_network final
order by network
