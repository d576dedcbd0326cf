-- The first stored slot of a range, if any.
select min(slot) as next
from raw_solana_slot final
where network = {network:String} and slot between {from:UInt32} and {to:UInt32}
having count() > 0
