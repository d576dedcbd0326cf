-- The era at whose end the claims of an era were read.
select read_era
from raw_polkadot_claim final
where network = {network:String} and era = {point:UInt32}
