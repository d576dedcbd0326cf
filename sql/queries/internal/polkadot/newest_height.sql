-- The newest era, and the number of them; 0 if there are none.
select count() as rows, max(era) as height
from raw_polkadot_era
where network = {network:String}
