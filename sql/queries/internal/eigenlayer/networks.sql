-- Networks that have been seen.
select network
from dim_eigenlayer_network final
order by network
