-- Networks of Cardano that have been seen.
select network
from dim_cardano_network final
order by network
