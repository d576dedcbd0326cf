-- Runs of stored eras.
select min(era) as from_era, max(era) as to_era
from (
  select era, toInt64(era) - row_number() over (order by era asc) as run
  from raw_polkadot_era final
  where network = {network:String}
)
group by run
order by from_era
