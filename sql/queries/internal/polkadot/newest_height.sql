-- The newest era, and how many there are: 0 tells that there is none.
select count() as rows, max(era) as height
from raw_polkadot_era
where network = {network:String}
