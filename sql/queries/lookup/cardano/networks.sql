-- Networks of Cardano, by name.
select network
from dim_cardano_network final
order by network
