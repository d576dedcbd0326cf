select epoch, uniqExact(validator_index) as rows
from raw_eth_registry
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
group by epoch
