-- Networks of a chain.
select network
from dim_cosmos_network final
where chain = {chain:String}
order by network
