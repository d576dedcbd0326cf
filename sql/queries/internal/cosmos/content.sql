-- Number of days of a chain in the warehouse, and of networks.
select count() as days, uniqExact(network) as networks
from int_cosmos_day final
where network in (select network from dim_cosmos_network final where chain = {chain:String})
