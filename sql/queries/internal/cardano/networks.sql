-- Networks of Cardano in the warehouse.
select network
from dim_cardano_network final
order by network
