-- Networks of the chain.
select network
from dim_solana_network final
order by network
