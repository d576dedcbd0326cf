-- The first slot since a day, which is given in days since 1970; 0 if there is none.
select min(from_slot) as slot
from int_solana_interval_part final
where network = {network:String} and toUInt32(day) >= {day:UInt32}
