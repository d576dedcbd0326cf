-- Number of blocks from which the records of days are computed.
select toString(day) as date, toUInt64(to_block) - from_block + 1 as blocks
from int_cosmos_day final
where network = {network:String} and day between {first:Date} and {last:Date}
order by date
