-- Networks of Solana that are served, by name.
select network
from dim_solana_network final
order by network
