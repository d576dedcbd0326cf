-- Members of the committees of each slot, concatenated in index order, with the sizes of the committees.
select sizes, validator_indices
from raw_eth_committee final
where network = {network:String} and slot between {from:UInt32} and {to:UInt32}
order by slot
