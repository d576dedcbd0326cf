-- Number of eras from which the records of days are computed.
select toString(day) as date, toUInt64(to_era) - from_era + 1 as eras
from int_polkadot_day final
where network = {network:String} and day between {first:Date} and {last:Date}
order by date
