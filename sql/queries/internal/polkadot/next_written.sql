-- The first stored era of a range, if any.
select min(era) as next
from int_polkadot_network_era final
where network = {network:String} and era between {from:UInt32} and {to:UInt32}
having count() > 0
