-- Networks, by name.
select network
from dim_polkadot_network final
order by network
