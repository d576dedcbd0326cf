-- Days on which eras of a range and the neighbouring eras ended. Not `as day`: conditions would compare the text.
select distinct toString(raw_polkadot_era.day) as date
from raw_polkadot_era final
where
  network = {network:String}
  and era >= if({from:UInt32} = 0, 0, {from:UInt32} - 1)
  and era <= {to:UInt32} + 1
order by date
