-- EigenLayer networks, by name.
select network
from dim_eigenlayer_network final
order by network
