-- Networks that have been seen.
select network
from dim_polkadot_network final
order by network
