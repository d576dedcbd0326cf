-- How many validators each epoch has registry rows of.
select epoch, uniqExact(validator_index) as rows
from raw_eth_registry
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
group by epoch
