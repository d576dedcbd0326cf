-- Networks in the warehouse.
select network
from dim_eigenlayer_network final
order by network
