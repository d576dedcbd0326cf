-- A sample of the delegators in the state of a UTC day, spread by hash.
select distinct delegator
from raw_cosmos_delegation final
where network = {network:String} and height = {height:UInt32}
order by cityHash64(delegator, {point:UInt32})
limit {size:UInt32}
