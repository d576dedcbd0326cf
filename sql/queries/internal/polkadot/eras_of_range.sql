-- Stored eras of a range.
select era
from raw_polkadot_era final
where network = {network:String} and era between {from:UInt32} and {to:UInt32}
order by era
