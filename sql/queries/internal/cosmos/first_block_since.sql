-- The first block since a day, which is given in days since 1970; 0 if there is none.
select min(from_block) as height
from int_cosmos_day final
where network = {network:String} and toUInt32(day) >= {day:UInt32}
