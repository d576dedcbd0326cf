-- Number of blocks from which the records of days are computed.
-- allow unknown-as-zero: a day without a block has none
select toString(day) as date, ifNull(toUInt64(to_block) - from_block + 1, 0) as blocks
from int_avalanche_day final
where network = {network:String} and day between {first:Date} and {last:Date}
order by date
