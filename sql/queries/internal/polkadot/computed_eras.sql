-- Eras of a range whose facts are all here.
select era
from int_polkadot_network_era final
where network = {network:String} and era between {from:UInt32} and {to:UInt32}
order by era
