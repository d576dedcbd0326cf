-- Validators slashed by the blocks of a range of slots.
select slot, validator_index, kind
from raw_eth_slashing final
where network = {network:String} and slot between {from:UInt32} and {to:UInt32}
order by slot, kind, validator_index
