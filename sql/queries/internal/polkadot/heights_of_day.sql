-- Number of eras that ended on a day, and the first and last of them.
select count() as found, min(era) as first, max(era) as last
from raw_polkadot_era final
where network = {network:String} and day = {day:Date}
