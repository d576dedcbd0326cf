-- What a network is pinned to.
select chain
from dim_cosmos_network final
where network = {network:String}
