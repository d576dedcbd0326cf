-- Number of stored inactivity scores of a node's state, by epoch.
select epoch, count() as rows
from raw_eth_inactivity_score final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
group by epoch
