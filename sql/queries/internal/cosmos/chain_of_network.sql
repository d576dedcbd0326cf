-- Chain to which a network is pinned.
select chain
from dim_cosmos_network final
where network = {network:String}
